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
	readonly #book: { spent: number };

	/** With another pool, draws on that one's counter. */
	constructor(limit: number, shared: BudgetPool | null = null) {
		this.limit = limit;
		this.#book = shared === null ? { spent: 0 } : shared.#book;
	}

	get spent(): number {
		return this.#book.spent;
	}

	get remaining(): number {
		return Math.max(0, this.limit - this.#book.spent);
	}

	get exhausted(): boolean {
		return this.#book.spent >= this.limit;
	}

	record(usage: Usage): void {
		this.#book.spent += tokensOf(usage);
	}

	/** The same allowance with at most `tokens` more to draw, whoever draws them; never more than this pool has. */
	view(tokens: number): BudgetPool {
		return new BudgetPool(Math.min(this.limit, this.spent + tokens), this);
	}
}
