import type { FailureKind, ModelFailure } from "./model.ts";

/** How long to wait between attempts. */
export type RetrySchedule = {
	/** Before the first retry; doubles with each further one. */
	readonly baseMs: number;
	readonly maxMs: number;
	/** Cap on what a server asks us to wait; it never shortens our own schedule. */
	readonly retryAfterCapMs: number;
};

export type RetryPolicy = RetrySchedule & {
	/** Retries after the first attempt, for transport errors. */
	readonly max: number;
	/** How long an overloaded provider is waited for, over all sleeps of one request. */
	readonly overloadedMs: number;
};

/** DESIGN §7.8. */
export const DEFAULT_RETRY: RetryPolicy = { max: 5, baseMs: 500, maxMs: 5_000, retryAfterCapMs: 60_000, overloadedMs: 600_000 };

type Override = { readonly retrySchedule: RetrySchedule | null; readonly retries: number | null };

/** A policy as one turn has it. Schedule and count are overridden apart: replacing one keeps the other. */
export function overridden(policy: RetryPolicy, { retrySchedule, retries }: Override): RetryPolicy {
	return { ...policy, ...retrySchedule, max: retries ?? policy.max };
}

/** What one request has already cost in patience. */
export type Tries = { readonly transport: number; readonly unreadable: number; readonly overloaded: number; readonly waitedMs: number };

export const NO_TRIES: Tries = { transport: 0, unreadable: 0, overloaded: 0, waitedMs: 0 };

/** Milliseconds to sleep before the next attempt, or null to give up. Pure. */
export function retryDelayMs(failure: ModelFailure, tries: Tries, policy: RetryPolicy): number | null {
	switch (failure.kind) {
		case "transport":
			return tries.transport + tries.unreadable < policy.max ? delay(failure, tries.transport + tries.unreadable, policy) : null;
		case "unreadable":
			// A whole reply that is no JSON will hardly be one the next time: once is for the proxy in between.
			return tries.unreadable < Math.min(1, policy.max) ? delay(failure, tries.transport, policy) : null;
		case "overloaded":
			return withinPatience(delay(failure, tries.overloaded, policy), tries, policy);
		default:
			return null;
	}
}

function withinPatience(ms: number, tries: Tries, policy: RetryPolicy): number | null {
	return policy.max > 0 && tries.waitedMs + ms <= policy.overloadedMs ? ms : null;
}

export function addTry(tries: Tries, kind: FailureKind, waitedMs: number): Tries {
	return {
		transport: tries.transport + (kind === "transport" ? 1 : 0),
		unreadable: tries.unreadable + (kind === "unreadable" ? 1 : 0),
		overloaded: tries.overloaded + (kind === "overloaded" ? 1 : 0),
		waitedMs: tries.waitedMs + waitedMs,
	};
}

function delay(failure: ModelFailure, retries: number, policy: RetryPolicy): number {
	const own = Math.min(policy.maxMs, policy.baseMs * 2 ** Math.min(retries, 30));
	return failure.retryAfterMs === null ? own : Math.max(own, Math.min(failure.retryAfterMs, policy.retryAfterCapMs));
}
