import type { CancellationToken } from "../core/cancel.ts";
import type { BudgetPool } from "../core/pool.ts";
import { tokensOf } from "../core/usage.ts";
import { elapsedMs, type Scope, workedMs } from "./scope.ts";
import type { StopCause, StopCode } from "./stop-code.ts";

/** Everything that may end a run between two rounds. */
export type StopSources = {
	/** Abandon the run: the batch's token, the turn's. */
	readonly cancel: readonly CancellationToken[];
	/** End it at the next round boundary. */
	readonly stop: readonly CancellationToken[];
	/** The run's scope and the turn's: whichever is spent first. */
	readonly scopes: readonly Scope[];
	/** An allowance shared with other runs. */
	readonly pool: BudgetPool | null;
};

type Bound = {
	readonly code: StopCode;
	readonly limit: (scope: Scope) => number | null;
	readonly used: (scope: Scope, nowMs: number) => number;
};

const DEADLINES: readonly Bound[] = [
	{ code: "deadline", limit: ({ budget }) => budget.wallMs, used: workedMs },
	// An instant of a monotonic clock says nothing to anybody: both are told from the scope's start, and it may lie before that.
	{ code: "deadline", limit: ({ budget, startedMs }) => (budget.untilMs === null ? null : budget.untilMs - startedMs), used: elapsedMs },
	{ code: "elapsed", limit: ({ budget }) => budget.elapsedMs, used: elapsedMs },
];

/** Bounds that a reply can cross, in order of precedence (spec C4). */
const SPENDING: readonly Bound[] = [
	{ code: "token_budget", limit: ({ budget }) => budget.tokens, used: ({ counters }) => tokensOf(counters.usage) },
	{ code: "output_token_budget", limit: ({ budget }) => budget.outputTokens, used: ({ counters }) => counters.usage.output },
	{ code: "cost_budget", limit: ({ budget }) => budget.nanoUsd, used: ({ counters }) => counters.nanoUsd },
];

const COUNTING: readonly Bound[] = [
	{ code: "max_rounds", limit: ({ budget }) => budget.rounds, used: ({ counters }) => counters.rounds },
	{ code: "request_budget", limit: ({ budget }) => budget.requests, used: ({ counters }) => counters.requests },
];

/**
 * The end that is due at a round boundary, with what else is true there, or null to go on. Pure; the order of the lines in
 * `allDue` is the precedence. Asked before the first round too, so that a spent allowance refuses before anything is sent.
 */
export function nextStop(sources: StopSources, nowMs: number): StopCause | null {
	const [first, ...others] = allDue(sources, nowMs);
	if (first === undefined) return null;
	const alsoTrue = [...new Set(others.map(({ code }) => code))].filter((code) => code !== first.code);
	return alsoTrue.length === 0 ? first : { ...first, alsoTrue };
}

function allDue(sources: StopSources, nowMs: number): readonly StopCause[] {
	const { scopes } = sources;
	return [
		...instructed("cancelled", sources.cancel),
		...spent(DEADLINES, scopes, nowMs),
		...instructed("stop_requested", sources.stop),
		...spent(SPENDING, scopes, nowMs),
		...toolCallsOver(scopes, 0),
		...spent(COUNTING, scopes, nowMs),
		...drained(sources.pool),
	];
}

/** What ends a run whatever it has just decided for itself (spec C4, the exception to the precedence). */
export function preempting(sources: StopSources, nowMs: number): StopCause | null {
	return instructed("cancelled", sources.cancel)[0] ?? spent(DEADLINES, sources.scopes, nowMs)[0] ?? null;
}

/** The bound that the reply just received has crossed: what it asks to write is refused (DESIGN §7.7). */
export function crossedBound({ scopes }: StopSources, nowMs: number): StopCause | null {
	return spent([...DEADLINES, ...SPENDING], scopes, nowMs)[0] ?? null;
}

/** The tool-call bound, when `more` calls on top of those made would go beyond it: then none of them runs. */
export function toolCallsCrossed(scopes: readonly Scope[], more: number): StopCause | null {
	return toolCallsOver(scopes, more)[0] ?? null;
}

function instructed(code: StopCode, tokens: readonly CancellationToken[]): readonly StopCause[] {
	return tokens.some((token) => token.cancelled) ? [{ code }] : [];
}

function toolCallsOver(scopes: readonly Scope[], more: number): readonly StopCause[] {
	return scopes.flatMap(({ budget, counters }): readonly StopCause[] => {
		const used = counters.toolCalls + more;
		return budget.toolCalls !== null && used > budget.toolCalls ? [{ code: "tool_budget", limit: budget.toolCalls, used }] : [];
	});
}

function drained(pool: BudgetPool | null): readonly StopCause[] {
	return pool?.exhausted ? [{ code: "pool_drained", limit: pool.limit, used: pool.spent }] : [];
}

function spent(bounds: readonly Bound[], scopes: readonly Scope[], nowMs: number): readonly StopCause[] {
	return bounds.flatMap((bound) =>
		scopes.flatMap((scope) => {
			const limit = bound.limit(scope);
			const used = bound.used(scope, nowMs);
			return limit !== null && used >= limit ? [{ code: bound.code, limit, used }] : [];
		}),
	);
}
