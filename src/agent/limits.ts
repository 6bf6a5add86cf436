import { type Budget, UNBOUNDED } from "../core/budget.ts";
import type { CancellationToken } from "../core/cancel.ts";
import type { Clock } from "../core/clock.ts";
import type { AnyRunContext } from "./context.ts";
import type { RetryPolicy } from "./retry.ts";
import type { Scope } from "./scope.ts";
import type { StopSources } from "./stop.ts";
import type { TurnOptions } from "./turn-options.ts";

/** A turn's own allowance. Its deadline counts from now: options that wait in a queue do not age, an absolute one does. */
export function turnBudget({ bounds, deadlineEpochMs, requests }: TurnOptions, clock: Clock): Budget {
	const { deadlineMs = null, toolCalls = null, tokens = null } = bounds;
	return {
		...UNBOUNDED,
		toolCalls,
		tokens,
		requests,
		wallMs: deadlineEpochMs === null ? deadlineMs : null,
		untilMs: deadlineEpochMs === null ? null : clock.nowMs() + deadlineEpochMs - clock.epochMs(),
	};
}

/** All that may end a turn: what its context says and what its options say, both. */
export function stopSources(context: AnyRunContext, options: TurnOptions, scopes: readonly Scope[]): StopSources {
	return { cancel: present(context.cancel, options.cancel), stop: present(context.stop, options.stop), scopes, pool: options.pool };
}

/** Schedule and count are overridden apart: replacing one keeps the other. */
export function retryPolicy(policy: RetryPolicy, { retrySchedule, retries }: TurnOptions): RetryPolicy {
	return { ...policy, ...retrySchedule, max: retries ?? policy.max };
}

function present(...tokens: readonly (CancellationToken | null)[]): readonly CancellationToken[] {
	return tokens.filter((token) => token !== null);
}
