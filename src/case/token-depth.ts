/** As much of a concrete syntax tree as its depth depends on. */
export type SyntaxToken = {
	readonly type: string;
	readonly offset: number;
	readonly value?: unknown;
	readonly items?: readonly { readonly key?: SyntaxToken | null; readonly value?: SyntaxToken }[];
};

/** The offset of the first token that lies deeper than so many levels. Walks without recursion, as what it guards cannot. */
export function offsetBelow(levels: number, tokens: readonly SyntaxToken[]): number | null {
	let level = tokens;
	for (let depth = 0; level.length > 0; depth += 1) {
		if (depth > levels) return level[0]?.offset ?? 0;
		level = level.flatMap(tokensWithin);
	}
	return null;
}

function tokensWithin({ type, value, items = [] }: SyntaxToken): readonly SyntaxToken[] {
	if (type === "document") return isToken(value) ? [value] : [];
	return items.flatMap((item) => [item.key, item.value].flatMap((token) => token ?? []));
}

function isToken(value: unknown): value is SyntaxToken {
	return typeof value === "object" && value !== null && "type" in value && "offset" in value;
}
