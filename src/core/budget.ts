/** What one run may spend; null is "no bound". Zero is a real zero: nothing may be spent. */
export type Budget = {
	/** Replies that entered the conversation (basis `max_turns`). */
	readonly rounds: number | null;
	/** Input + output tokens as reported, of all requests, summaries and final answers too. */
	readonly tokens: number | null;
	/** Output tokens as reported, reasoning included. */
	readonly outputTokens: number | null;
	/** Integer nano-dollars (10⁻⁹ USD); asks for a price of the model. */
	readonly nanoUsd: number | null;
	/** Calls that the model asked for, also those that were denied; the reply that would go beyond has none of its calls run. */
	readonly toolCalls: number | null;
	/** Attempts at the model, retries and final answers included, summaries not. */
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
