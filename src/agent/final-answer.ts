import { callsOf, textOf } from "../core/message.ts";
import { askModel } from "./request.ts";
import { nextStop } from "./stop.ts";
import type { StopCause, StopCode } from "./stop-code.ts";
import type { TurnState } from "./turn-state.ts";

/** After these the allowance for work is gone, and one answer more is worth its price to who asked for it (spec C6). */
const ANSWERABLE: ReadonlySet<StopCode> = new Set<StopCode>([
	"max_rounds",
	"tool_budget",
	"token_budget",
	"output_token_budget",
	"cost_budget",
	"loop",
	"stuck",
]);

const NUDGE = "There is no allowance left for tools. Give your final answer now, from what you have.";

/** Asks once, without tools, for the answer that a bound has left out. Metered like a round; the turn keeps the end that it had. */
export async function forceAnswer(turn: TurnState, cause: StopCause): Promise<void> {
	if (!turn.context.finalAnswer || !ANSWERABLE.has(cause.code) || !isOwed(turn) || forbidden(turn)) return;
	turn.fold("nudge", [NUDGE]);
	const reply = await askModel(turn, { purpose: "final", system: turn.context.system, messages: turn.transcript, tools: [] });
	const text = reply.ok ? textOf(reply.message).trim() : "";
	if (text === "") return;
	turn.append({ role: "assistant", content: [{ type: "text", text }] });
	turn.text = text;
	turn.forcedAnswer = true;
}

/** A token, a deadline, the request bound and an empty pool leave no answer more, whatever the run ended by. */
function forbidden(turn: TurnState): boolean {
	const due = nextStop(turn.sources, turn.deps.clock.nowMs());
	return due !== null && [due.code, ...(due.alsoTrue ?? [])].some((code) => !ANSWERABLE.has(code));
}

/** Whether the conversation stands where the model is to speak, or has only asked for tools. */
export function isOwed({ transcript }: TurnState): boolean {
	const last = transcript.at(-1);
	return last === undefined || last.role === "user" || callsOf(last).length > 0;
}
