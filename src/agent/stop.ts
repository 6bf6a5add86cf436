import type { CancellationToken } from "../core/cancel.ts";
import { tokensOf } from "../core/usage.ts";
import { type Scope, workedMs } from "./scope.ts";
import type { StopCause, StopCode } from "./stop-code.ts";

/** Everything that may end a run between two rounds. */
export type StopSources = {
	readonly cancel: CancellationToken | null;
	readonly stop: CancellationToken | null;
	/** The run's scope and the turn's: whichever is spent first. */
	readonly scopes: readonly Scope[];
};

type Bound = {
	readonly code: StopCode;
	readonly limit: (scope: Scope) => number | null;
	readonly used: (scope: Scope, nowMs: number) => number;
};

const DEADLINES: readonly Bound[] = [
	{ code: "deadline", limit: ({ budget }) => budget.wallMs, used: workedMs },
	{ code: "deadline", limit: ({ budget }) => budget.untilMs, used: (_, nowMs) => nowMs },
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
 * The end that is due at a round boundary, or null to go on. Pure; the order of its lines is the precedence. Asked before
 * the first round too, so that a spent allowance refuses before anything is sent.
 */
export function nextStop(sources: StopSources, nowMs: number): StopCause | null {
	if (sources.cancel?.cancelled) return { code: "cancelled" };
	const deadline = firstSpent(DEADLINES, sources.scopes, nowMs);
	if (deadline !== null) return deadline;
	if (sources.stop?.cancelled) return { code: "stop_requested" };
	return firstSpent([...SPENDING, ...COUNTING], sources.scopes, nowMs) ?? toolCallsCrossed(sources.scopes, 0);
}

/** The bound that the reply just received has crossed: what it asks to write is refused (DESIGN §7.7). */
export function crossedBound(sources: StopSources, nowMs: number): StopCause | null {
	return firstSpent([...DEADLINES, ...SPENDING], sources.scopes, nowMs);
}

/** The tool-call bound, when `more` calls on top of those made would go beyond it: then none of them runs. */
export function toolCallsCrossed(scopes: readonly Scope[], more: number): StopCause | null {
	for (const { budget, counters } of scopes) {
		const used = counters.toolCalls + more;
		if (budget.toolCalls !== null && used > budget.toolCalls) return { code: "tool_budget", limit: budget.toolCalls, used };
	}
	return null;
}

function firstSpent(bounds: readonly Bound[], scopes: readonly Scope[], nowMs: number): StopCause | null {
	for (const bound of bounds) {
		for (const scope of scopes) {
			const limit = bound.limit(scope);
			const used = bound.used(scope, nowMs);
			if (limit !== null && used >= limit) return { code: bound.code, limit, used };
		}
	}
	return null;
}
