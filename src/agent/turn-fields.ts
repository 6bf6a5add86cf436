import type { CancellationToken } from "../core/cancel.ts";
import { type Problem, UsageError } from "../core/error.ts";
import type { BudgetPool } from "../core/pool.ts";
import type { RetrySchedule } from "./retry.ts";
import type { RoundStrategy } from "./strategy.ts";

/** Allowances of one turn; a missing one is inherited. Zero is a real zero. */
export type TurnBounds = {
	/** Milliseconds of work from the turn's start, not from when the options were made. */
	readonly deadlineMs?: number;
	/** Calls that the model asks for; a reply that would go beyond it runs none of its calls. */
	readonly toolCalls?: number;
	/** Input + output, as reported. */
	readonly tokens?: number;
};

export type TurnFields = {
	readonly cancel: CancellationToken | null;
	readonly stop: CancellationToken | null;
	readonly bounds: TurnBounds;
	readonly deadlineEpochMs: number | null;
	readonly requests: number | null;
	readonly retrySchedule: RetrySchedule | null;
	readonly retries: number | null;
	readonly pool: BudgetPool | null;
	readonly strategy: RoundStrategy | null;
};

export const NO_FIELDS: TurnFields = {
	cancel: null,
	stop: null,
	bounds: {},
	deadlineEpochMs: null,
	requests: null,
	retrySchedule: null,
	retries: null,
	pool: null,
	strategy: null,
};

/** Throws every figure that is none at once: a bound of NaN would bound nothing, in silence. */
export function refuseFigures({ bounds, deadlineEpochMs, requests, retries, retrySchedule }: TurnFields): void {
	const wholes = Object.entries({ ...bounds, requests, retries, ...retrySchedule }).filter(
		([, figure]) => figure !== null && figure !== undefined && !(Number.isSafeInteger(figure) && figure >= 0),
	);
	const problems = wholes.map(([name, figure]) => problem(`${name} is no whole number: ${figure}`, "give 0 or more"));
	const instant =
		deadlineEpochMs === null || Number.isFinite(deadlineEpochMs)
			? []
			: [problem(`deadlineEpochMs is no instant: ${deadlineEpochMs}`, "give milliseconds since 1970")];
	if (wholes.length + instant.length > 0) throw new UsageError([...problems, ...instant]);
}

function problem(what: string, remedy: string): Problem {
	return { file: null, line: null, column: null, what, remedy };
}
