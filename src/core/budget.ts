/** What one run may spend; null is "no bound". Zero is a real zero: nothing may be spent. */
export type Budget = {
	readonly rounds: number | null;
	readonly tokens: number | null;
	readonly outputTokens: number | null;
	readonly nanoUsd: number | null;
	readonly toolCalls: number | null;
	readonly requests: number | null;
	/** Working time: retry sleeps and pauses do not count. */
	readonly wallMs: number | null;
	/** An instant of the run's monotonic clock: all time counts. */
	readonly untilMs: number | null;
	/** All time since the scope opened. */
	readonly elapsedMs: number | null;
	/** Characters of the conversation that a request may send: old results are cut first. */
	readonly transcriptChars: number | null;
};

export const UNBOUNDED: Budget = {
	rounds: null,
	tokens: null,
	outputTokens: null,
	nanoUsd: null,
	toolCalls: null,
	requests: null,
	wallMs: null,
	untilMs: null,
	elapsedMs: null,
	transcriptChars: null,
};
