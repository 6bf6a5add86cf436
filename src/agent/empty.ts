import type { StopCause } from "./stop-code.ts";
import type { TurnState } from "./turn-state.ts";

const NUDGES = 3;
const NUDGE = "Your last reply was empty. Go on with the task, or give your final answer.";

/** An empty reply is not kept (providers refuse to be sent one back); the model is nudged, three times in a row at most. */
export function reactToEmpty(turn: TurnState): StopCause | null {
	turn.emptyReplies += 1;
	if (turn.emptyReplies > NUDGES) return { code: "no_output" };
	turn.deps.emit({ type: "input", turn: turn.turn, round: turn.round, from: "nudge", text: NUDGE });
	turn.fold([NUDGE]);
	return null;
}
