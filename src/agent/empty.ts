import type { StopCause } from "./stop-code.ts";
import type { TurnState } from "./turn-state.ts";

const NUDGE = "Your last reply was empty. Go on with the task, or give your final answer.";

/** An empty reply is not kept (providers refuse to be sent one back); the model is nudged, a few times in a row. */
export function reactToEmpty(turn: TurnState): StopCause | null {
	turn.emptyReplies += 1;
	if (turn.emptyReplies > turn.context.guards.emptyReplies) return { code: "no_output" };
	turn.fold("nudge", [NUDGE]);
	return null;
}
