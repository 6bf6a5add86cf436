import type { Budget } from "../core/budget.ts";
import { addUsage, NO_USAGE, type Usage } from "../core/usage.ts";

/** What has been spent since a scope opened. The kernel's own mutable state; leaves it only as copies. */
type Counters = {
	rounds: number;
	requests: number;
	toolCalls: number;
	usage: Usage;
	nanoUsd: number;
	/** Tokens of summaries, which `usage` holds too. */
	summaries: Usage;
	/** Retries after failed attempts. */
	retries: number;
	/** Retry sleeps and pauses: time that passed but was not worked (DESIGN §7.7). */
	idleMs: number;
};

/** A stretch of work with bounds of its own: a trial's run, or one turn of it. Both are charged, both hold. */
export type Scope = { readonly budget: Budget; readonly startedMs: number; readonly counters: Counters };

export function openScope(budget: Budget, nowMs: number): Scope {
	return {
		budget,
		startedMs: nowMs,
		counters: { rounds: 0, requests: 0, toolCalls: 0, usage: NO_USAGE, nanoUsd: 0, summaries: NO_USAGE, retries: 0, idleMs: 0 },
	};
}

export function chargeUsage(scopes: readonly Scope[], usage: Usage, nanoUsd: number): void {
	for (const { counters } of scopes) {
		counters.usage = addUsage(counters.usage, usage);
		counters.nanoUsd += nanoUsd;
	}
}

export function chargeSummary(scopes: readonly Scope[], usage: Usage): void {
	for (const { counters } of scopes) counters.summaries = addUsage(counters.summaries, usage);
}

export function count(scopes: readonly Scope[], what: "rounds" | "requests" | "toolCalls" | "retries" | "idleMs", amount: number): void {
	for (const { counters } of scopes) counters[what] += amount;
}

/** Milliseconds left until the nearest deadline for who works now; null when nothing bounds it. */
export function remainingMs(scopes: readonly Scope[], nowMs: number): number | null {
	const worked = scopes.flatMap((scope) => left(scope.budget.wallMs, workedMs(scope, nowMs)));
	return least([...worked, ...idleBounds(scopes, nowMs)]);
}

/** The same for who only waits: working time stands still. */
export function remainingIdleMs(scopes: readonly Scope[], nowMs: number): number | null {
	return least(idleBounds(scopes, nowMs));
}

function idleBounds(scopes: readonly Scope[], nowMs: number): readonly number[] {
	return scopes.flatMap((scope) => [...left(scope.budget.elapsedMs, elapsedMs(scope, nowMs)), ...left(scope.budget.untilMs, nowMs)]);
}

function left(limit: number | null, used: number): readonly number[] {
	return limit === null ? [] : [Math.max(0, limit - used)];
}

function least(values: readonly number[]): number | null {
	return values.length === 0 ? null : Math.min(...values);
}

export function workedMs(scope: Scope, nowMs: number): number {
	return elapsedMs(scope, nowMs) - scope.counters.idleMs;
}

export function elapsedMs(scope: Scope, nowMs: number): number {
	return nowMs - scope.startedMs;
}
