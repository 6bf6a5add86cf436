import { usageError } from "./error.ts";
import { printsAs } from "./prints-as.ts";
import { tokensOf, type Usage } from "./usage.ts";

export type PoolUnit = "tokens" | "nano-usd";

/** What one reply took. Money is in integer nano-dollars. */
export type Spending = { readonly usage: Usage; readonly nanoUsd: number };

/** One reading, whose figures agree. */
export type PoolSnapshot = { readonly limit: number; readonly spent: number; readonly remaining: number; readonly exhausted: boolean };

/**
 * One allowance that many runs draw on (basis's `BudgetPool`), of tokens (input + output as reported) or of nano-dollars.
 * Handles are cheap and nothing is reserved: what a round takes is known when it is over, so each run in flight may go one
 * round beyond the limit. Runs record what they take; `record` is for what no run has metered, such as a judge's request.
 */
export class BudgetPool {
	/** In the pool's unit: tokens, or integer nano-dollars. */
	readonly limit: number;
	readonly unit: PoolUnit;
	readonly #book: { spent: number };

	/** With another pool, draws on that one's counter. Throws a UsageError on a limit that is no whole number, and on another unit than its own. */
	constructor(limit: number, unit: PoolUnit = "tokens", shared: BudgetPool | null = null) {
		this.limit = whole("the limit of a pool", limit);
		if (shared !== null && shared.unit !== unit) {
			throw usageError(`a pool of ${unit} cannot draw on one of ${shared.unit}`, "give the unit of the pool that is shared");
		}
		this.unit = unit;
		this.#book = shared === null ? { spent: 0 } : shared.#book;
	}

	/** What was recorded so far; may be beyond the limit by one round of each run in flight. */
	get spent(): number {
		return this.#book.spent;
	}

	/** What is left to draw; never below 0. */
	get remaining(): number {
		return Math.max(0, this.limit - this.#book.spent);
	}

	/** Whether a turn that begins now is refused. */
	get exhausted(): boolean {
		return this.#book.spent >= this.limit;
	}

	/** All figures of one instant. */
	snapshot(): PoolSnapshot {
		const { limit, spent, remaining, exhausted } = this;
		return { limit, spent, remaining, exhausted };
	}

	/**
	 * Returns what is spent now. Stops at the largest whole number that JavaScript counts exactly. Throws a UsageError on what is
	 * no amount (not finite, below zero), and has recorded nothing of it then.
	 */
	record({ usage, nanoUsd }: Spending): number {
		for (const figure of [usage.input, usage.output, nanoUsd]) refuseNoAmount(figure);
		const amount = this.unit === "tokens" ? tokensOf(usage) : nanoUsd;
		this.#book.spent = Math.min(Number.MAX_SAFE_INTEGER, this.#book.spent + amount);
		return this.#book.spent;
	}

	/** The same allowance with at most `amount` more to draw, whoever draws it; never more than this pool has. Reserves nothing. Throws a UsageError on no whole number. */
	view(amount: number): BudgetPool {
		return new BudgetPool(this.turnBound(amount), this.unit, this);
	}

	/** The figure of this pool's counter at which a turn that may draw `cap` (null: no cap of its own) is over. */
	turnBound(cap: number | null): number {
		return cap === null ? this.limit : Math.min(this.limit, this.spent + whole("what a view of a pool may draw", cap));
	}

	/** The same counter and the same limit: a view is not its pool. */
	equals(other: BudgetPool): boolean {
		return this.#book === other.#book && this.limit === other.limit;
	}
}

function whole(what: string, amount: number): number {
	if (!Number.isSafeInteger(amount) || amount < 0) throw usageError(`${what} is no whole number: ${amount}`, "give 0 or more");
	return amount;
}

function refuseNoAmount(figure: number): void {
	if (!Number.isFinite(figure) || figure < 0) throw usageError(`what a pool is to record is no amount: ${figure}`, "give 0 or more");
}

printsAs(BudgetPool, (pool) => ({ unit: pool.unit, ...pool.snapshot() }));
