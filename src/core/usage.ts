/** Tokens as a provider reported them. `input` excludes both cache figures; `complete` is false when a reply was cut. */
export type Usage = {
	readonly input: number;
	readonly output: number;
	readonly cacheRead: number;
	readonly cacheWrite: number;
	readonly complete: boolean;
};

export const NO_USAGE: Usage = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, complete: true };

export function addUsage(a: Usage, b: Usage): Usage {
	return {
		input: a.input + b.input,
		output: a.output + b.output,
		cacheRead: a.cacheRead + b.cacheRead,
		cacheWrite: a.cacheWrite + b.cacheWrite,
		complete: a.complete && b.complete,
	};
}

/** What bounds and pools count: input + output, the cache apart (DESIGN §6). */
export function tokensOf(usage: Usage): number {
	return usage.input + usage.output;
}

/** How large the prompt was: input + cache read + cache write (DESIGN §4). Drives compaction. */
export function promptTokensOf(usage: Usage): number {
	return usage.input + usage.cacheRead + usage.cacheWrite;
}
