import { textOf } from "../core/message.ts";
import { forbidding, isAnswerable } from "./answerable.ts";
import { isTruncated } from "./model.ts";
import { askModel } from "./request.ts";
import type { StopCause } from "./stop-code.ts";
import { fitTranscript } from "./trim.ts";
import type { TurnState } from "./turn-state.ts";

const NUDGE = "There is no allowance left for tools. Give your final answer now, from what you have.";

/**
 * Asks once, without tools, for the answer that a bound has left out. Metered like a round; the turn keeps the end that it had,
 * and what there is of an answer that was cut: the rest is still owed.
 */
export async function forceAnswer(turn: TurnState, cause: StopCause): Promise<void> {
	if (
		!turn.context.finalAnswer ||
		!isAnswerable(cause) ||
		!turn.owesAnswer ||
		forbidding("final", turn.sources, turn.deps.clock.nowMs()) !== null
	)
		return;
	if (fitTranscript(turn, NUDGE.length) !== null) return;
	turn.fold("nudge", [NUDGE]);
	const reply = await askModel(turn, { purpose: "final", system: turn.context.system, messages: turn.transcript, tools: [] });
	const text = (reply.ok ? textOf(reply.message) : reply.partial).trim();
	if (text === "") return;
	turn.append({ role: "assistant", content: [{ type: "text", text }] });
	turn.text = text;
	turn.owesAnswer = !reply.ok || isTruncated(reply.stop);
	turn.forcedAnswer = true;
}
