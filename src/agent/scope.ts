import type { Budget } from "../core/budget.ts";
import { addUsage, NO_USAGE, type Usage } from "../core/usage.ts";

/** What has been spent since a scope opened. The kernel's own mutable state; leaves it only as copies. */
type Counters = {
	rounds: number;
	requests: number;
	toolCalls: number;
	usage: Usage;
	nanoUsd: number;
	/** Retry sleeps: time that passed but was not worked (DESIGN §7.7). */
	idleMs: number;
};

/** A stretch of work with bounds of its own: a trial's run, or one turn of it. Both are charged, both hold. */
export type Scope = { readonly budget: Budget; readonly startedMs: number; readonly counters: Counters };

export function openScope(budget: Budget, nowMs: number): Scope {
	return {
		budget,
		startedMs: nowMs,
		counters: { rounds: 0, requests: 0, toolCalls: 0, usage: NO_USAGE, nanoUsd: 0, idleMs: 0 },
	};
}

export function chargeUsage(scopes: readonly Scope[], usage: Usage, nanoUsd: number): void {
	for (const { counters } of scopes) {
		counters.usage = addUsage(counters.usage, usage);
		counters.nanoUsd += nanoUsd;
	}
}

export function count(scopes: readonly Scope[], what: "rounds" | "requests" | "toolCalls" | "idleMs", amount: number): void {
	for (const { counters } of scopes) counters[what] += amount;
}

/** Milliseconds of work left until the nearest deadline; null when nothing bounds it. */
export function remainingMs(scopes: readonly Scope[], nowMs: number): number | null {
	const left = scopes.flatMap((scope) => {
		const { wallMs, untilMs } = scope.budget;
		return [...(wallMs === null ? [] : [wallMs - workedMs(scope, nowMs)]), ...(untilMs === null ? [] : [untilMs - nowMs])];
	});
	return left.length === 0 ? null : Math.max(0, Math.min(...left));
}

export function workedMs(scope: Scope, nowMs: number): number {
	return nowMs - scope.startedMs - scope.counters.idleMs;
}
