import { type Budget, UNBOUNDED } from "../core/budget.ts";
import type { Clock } from "../core/clock.ts";
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
