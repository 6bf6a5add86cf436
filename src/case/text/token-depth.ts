/** As much of a concrete syntax tree as its depth depends on. */
export type SyntaxToken = {
	readonly offset: number;
	readonly value?: unknown;
	readonly items?: readonly { readonly key?: SyntaxToken | null; readonly value?: SyntaxToken }[];
};

/** The offset of the first token that lies deeper than so many levels, or null. Looks no deeper itself. */
export function offsetBelow(levels: number, token: SyntaxToken): number | null {
	if (levels < 0) return token.offset;
	if (isToken(token.value)) return offsetBelow(levels - 1, token.value);
	for (const { key, value } of token.items ?? []) {
		const offset = firstBelow(levels - 1, [key, value]);
		if (offset !== null) return offset;
	}
	return null;
}

function firstBelow(levels: number, tokens: readonly (SyntaxToken | null | undefined)[]): number | null {
	for (const token of tokens) {
		const offset = token == null ? null : offsetBelow(levels, token);
		if (offset !== null) return offset;
	}
	return null;
}

function isToken(value: unknown): value is SyntaxToken {
	return typeof value === "object" && value !== null && "offset" in value;
}
