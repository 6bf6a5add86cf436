import { CancellationToken } from "../core/cancel.ts";
import type { BudgetPool } from "../core/pool.ts";
import { printsAs } from "../core/prints-as.ts";
import type { RetrySchedule } from "./retry.ts";
import type { RoundStrategy } from "./strategy.ts";
import { NO_FIELDS, refuseFigures, type TurnBounds, type TurnFields } from "./turn-fields.ts";

export type { TurnBounds } from "./turn-fields.ts";

/** What one turn is told beside its prompt (basis's `TurnOptions`). Every `with` returns a new value; tokens and pool stay the same ones. */
export class TurnOptions implements TurnFields {
	/** Abandons the turn: its evidence stays, its conversation is no base for another. */
	declare readonly cancel: CancellationToken | null;
	/** Ends the turn at its next round boundary and keeps all of it. */
	declare readonly stop: CancellationToken | null;
	declare readonly bounds: TurnBounds;
	/** An instant, in milliseconds since 1970; wins over `bounds.deadlineMs` where both are set. */
	declare readonly deadlineEpochMs: number | null;
	/** Attempts at the model, retries included. */
	declare readonly requests: number | null;
	declare readonly retrySchedule: RetrySchedule | null;
	/** Retries after a first attempt. */
	declare readonly retries: number | null;
	/** Drawn on together with other runs; refuses a turn before its prompt once it is empty. */
	declare readonly pool: BudgetPool | null;
	declare readonly strategy: RoundStrategy | null;

	/** Throws a UsageError on a figure that is no whole number of 0 or more, and on a deadline that is no instant. So do all builders. */
	constructor(fields: Partial<TurnFields> = {}) {
		Object.freeze(Object.assign(this, NO_FIELDS, fields));
		refuseFigures(this);
	}

	/** Options of a turn that the token abandons. */
	static cancellable(): readonly [TurnOptions, CancellationToken] {
		const token = new CancellationToken();
		return [new TurnOptions({ cancel: token }), token];
	}

	/** Options of a turn that the token ends gracefully. */
	static stoppable(): readonly [TurnOptions, CancellationToken] {
		const token = new CancellationToken();
		return [new TurnOptions({ stop: token }), token];
	}

	/** A token that abandons the turn; the context's own holds beside it. */
	withCancel(cancel: CancellationToken): TurnOptions {
		return this.#with({ cancel });
	}

	/** A token that ends the turn at its next round boundary; the context's own holds beside it. */
	withStop(stop: CancellationToken): TurnOptions {
		return this.#with({ stop });
	}

	/** Takes the place of an absolute deadline. */
	withDeadline(deadlineMs: number): TurnOptions {
		return this.#with({ bounds: { ...this.bounds, deadlineMs }, deadlineEpochMs: null });
	}

	/** Takes the place of a relative deadline. */
	withAbsoluteDeadline(deadlineEpochMs: number): TurnOptions {
		const { deadlineMs: _, ...bounds } = this.bounds;
		return this.#with({ bounds, deadlineEpochMs });
	}

	/** Calls of this turn. With 0 the model is still asked; its first calls are refused (basis D2.8). */
	withToolBudget(toolCalls: number): TurnOptions {
		return this.#with({ bounds: { ...this.bounds, toolCalls } });
	}

	/** Input + output tokens of this turn as reported; with 0 nothing is sent. */
	withTokenBudget(tokens: number): TurnOptions {
		return this.#with({ bounds: { ...this.bounds, tokens } });
	}

	/** Attempts at the model in this turn, retries included; with 0 nothing is sent. */
	withRequestBudget(requests: number): TurnOptions {
		return this.#with({ requests });
	}

	/** How long to wait; how often stays as it was. */
	withRetrySchedule(retrySchedule: RetrySchedule): TurnOptions {
		return this.#with({ retrySchedule });
	}

	/** How often to retry; how long to wait stays as it was. */
	withRetryBudget(retries: number): TurnOptions {
		return this.#with({ retries });
	}

	/** An allowance that other runs draw on too; empty, it refuses the turn before its prompt. */
	withPool(pool: BudgetPool): TurnOptions {
		return this.#with({ pool });
	}

	/** Asked after results and after an answer: proceed, inject or stop. One that throws has decided nothing. */
	withStrategy(strategy: RoundStrategy): TurnOptions {
		return this.#with({ strategy });
	}

	/**
	 * Laid over the options that a session is configured with, field by field: what is given wins, also where it is looser or
	 * zero. Tokens and strategy belong to one call and are never inherited; the deadline is one dimension in two spellings.
	 */
	over(configured: TurnOptions): TurnOptions {
		const given = this.bounds.deadlineMs !== undefined || this.deadlineEpochMs !== null;
		const { deadlineMs, ...bounds } = configured.bounds;
		const inherited = given || deadlineMs === undefined ? bounds : { ...bounds, deadlineMs };
		return this.#with({
			bounds: { ...inherited, ...this.bounds },
			deadlineEpochMs: given ? this.deadlineEpochMs : configured.deadlineEpochMs,
			requests: this.requests ?? configured.requests,
			retrySchedule: this.retrySchedule ?? configured.retrySchedule,
			retries: this.retries ?? configured.retries,
			pool: this.pool ?? configured.pool,
		});
	}

	/** A strategy is opaque: that there is one is all that can be said of it. */
	toJSON(): object {
		return { ...this, strategy: this.strategy === null ? null : "[RoundStrategy]" };
	}

	#with(change: Partial<TurnFields>): TurnOptions {
		return new TurnOptions({ ...this, ...change });
	}
}

printsAs(TurnOptions, (options) => options.toJSON());
