import { type AssistantMessage, callsOf, textOf } from "../core/message.ts";
import { promptTokensOf, type Usage } from "../core/usage.ts";
import { decided } from "./decided.ts";
import { dispatchCalls } from "./dispatch.ts";
import { reactToEmpty } from "./empty.ts";
import { isTruncated, type ModelReply, type ModelStop } from "./model.ts";
import { type Ask, askModel } from "./request.ts";
import { roundAsk } from "./round-ask.ts";
import { count } from "./scope.ts";
import { breakDown } from "./segments.ts";
import { consultAtAnswer, consultAtTools } from "./steer.ts";
import type { StopCause } from "./stop-code.ts";
import type { TurnState } from "./turn-state.ts";

type Reply = Extract<ModelReply, { ok: true }>;

/** One model reply and its tool calls. Returns the end that the round itself brought, or null. */
export async function playRound(turn: TurnState): Promise<StopCause | null> {
	const ask: Ask = roundAsk(turn, turn.transcript);
	const reply = await askModel(turn, ask);
	if (!reply.ok) return failed(turn, reply);
	count(turn.scopes, "rounds", 1);
	measure(turn, ask, reply);
	const end = isEmpty(reply) ? reactToEmpty(turn) : await take(turn, reply);
	return end === null ? null : decided(end, turn.sources, turn.deps.clock.nowMs());
}

async function take(turn: TurnState, reply: Reply): Promise<StopCause | null> {
	const { message, stop } = reply;
	turn.emptyReplies = 0;
	if (message.content.length > 0) turn.append(message);
	turn.owesAnswer = callsOf(message).length > 0 || stop.kind === "pause" || isTruncated(stop) || message.content.length === 0;
	if (textOf(message).trim() !== "") turn.text = textOf(message);
	return callsOf(message).length === 0 ? await answered(turn, reply) : await runCalls(turn, message);
}

function measure(turn: TurnState, ask: Ask, { usage }: { readonly usage: Usage }): void {
	turn.promptTokens = promptTokensOf(usage);
	turn.measured = ask.messages;
	const segments = breakDown({ ...ask, segments: turn.opening.segments }, turn.promptTokens);
	turn.deps.emit({ type: "breakdown", ...turn.place, segments });
}

/** Every result is in the conversation before anything may end the run over them. */
async function runCalls(turn: TurnState, message: AssistantMessage): Promise<StopCause | null> {
	const { message: results, records } = await dispatchCalls(turn, callsOf(message));
	turn.append(results);
	return turn.opening.watch.review(records) ?? (await consultAtTools(turn, records));
}

async function answered(turn: TurnState, { message, stop }: Reply): Promise<StopCause | null> {
	const end = endOfReply(stop);
	return end?.code === "completed" ? await consultAtAnswer(turn, message) : end;
}

/** What a reply without calls means. A truncated answer is no clean end; a pause is sent back as it is. */
function endOfReply(stop: ModelStop): StopCause | null {
	switch (stop.kind) {
		case "end":
		case "tool-use":
			return { code: "completed" };
		case "pause":
			return null;
		case "refusal":
			return { code: "model_refusal" };
		case "context-window":
			return { code: "context_overflow" };
		case "max-tokens":
		case "other":
			return { code: "provider_stop", message: stop.raw };
	}
}

/** What had arrived of a reply that was cut is kept as text, without the calls that it may have begun. */
function failed(turn: TurnState, { cause, partial }: { readonly cause: StopCause; readonly partial: string }): StopCause {
	if (partial.trim() === "") return cause;
	turn.text = partial;
	turn.append({ role: "assistant", content: [{ type: "text", text: partial }] });
	turn.owesAnswer = true;
	return cause;
}

/** Reasoning is no output: only text and calls count, and where a reply pauses what its provider is at. */
function isEmpty({ message, stop }: Reply): boolean {
	if (callsOf(message).length > 0 || textOf(message).trim() !== "") return false;
	if (stop.kind === "pause") return message.content.every(({ type }) => type !== "opaque");
	return stop.kind === "end" || stop.kind === "tool-use";
}
