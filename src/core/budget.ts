import { tokensOf, type Usage } from "./usage.ts";

/** What one run may spend; null is "no bound". Zero is a real zero: nothing may be spent. */
export type Budget = {
	readonly rounds: number | null;
	readonly tokens: number | null;
	readonly outputTokens: number | null;
	readonly nanoUsd: number | null;
	readonly toolCalls: number | null;
	readonly requests: number | null;
	/** Working time: retry sleeps do not count. */
	readonly wallMs: number | null;
	/** An instant of the run's monotonic clock: all time counts. */
	readonly untilMs: number | null;
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
};

/**
 * One token allowance that many runs draw on (basis's `BudgetPool`): handles are cheap, equality is identity, nothing is
 * reserved. Tokens are input + output as reported.
 */
export class BudgetPool {
	readonly limit: number;
	#spent = 0;

	constructor(limit: number) {
		this.limit = limit;
	}

	get spent(): number {
		return this.#spent;
	}

	get remaining(): number {
		return Math.max(0, this.limit - this.#spent);
	}

	get exhausted(): boolean {
		return this.#spent >= this.limit;
	}

	record(usage: Usage): void {
		this.#spent += tokensOf(usage);
	}
}
