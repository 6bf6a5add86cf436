import { crossedBound, toolCallsCrossed } from "./stop.ts";
import type { StopCause } from "./stop-code.ts";
import type { TurnState } from "./turn-state.ts";

/** What a reply has gone beyond: none of its calls may write then, or none of them run at all. */
export type Barred = { readonly cause: StopCause; readonly everything: boolean };

/** The reply that crosses a bound may still read, not write; crossing the tool-call bound refuses every call of the reply (DESIGN §7.7). */
export function barredBy(turn: TurnState, calls: number): Barred | null {
	const toolCalls = toolCallsCrossed(turn.scopes, calls);
	if (toolCalls !== null) return { cause: toolCalls, everything: true };
	const crossed = crossedBound(turn.sources, turn.deps.clock.nowMs());
	return crossed === null ? null : { cause: crossed, everything: false };
}
