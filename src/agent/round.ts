import { type AssistantMessage, callsOf, textOf } from "../core/message.ts";
import { promptTokensOf } from "../core/usage.ts";
import { offeredTools } from "./context.ts";
import { dispatchCalls } from "./dispatch.ts";
import { reactToEmpty } from "./empty.ts";
import type { ModelFailure, ModelStop } from "./model.ts";
import { askModel } from "./request.ts";
import { count } from "./scope.ts";
import { nextStop } from "./stop.ts";
import type { StopCause, StopCode } from "./stop-code.ts";
import type { TurnState } from "./turn-state.ts";

/** One model reply and its tool calls. Returns the end that the round itself brought, or null. */
export async function playRound(turn: TurnState): Promise<StopCause | null> {
	turn.round += 1;
	deliverQueued(turn);
	const tools = offeredTools(turn.context);
	const reply = await askModel(turn, { purpose: "round", system: turn.context.system, messages: turn.transcript, tools });
	if (!reply.ok) return failed(turn, reply.failure);
	count(turn.scopes, "rounds", 1);
	turn.promptTokens = promptTokensOf(reply.usage);
	if (isEmpty(reply.message) && (reply.stop.kind === "end" || reply.stop.kind === "tool-use")) return reactToEmpty(turn);
	return commit(turn, reply.message, reply.stop);
}

/** Steering enters here and nowhere else: a request is certain to follow (DESIGN §7.5). */
function deliverQueued(turn: TurnState): void {
	const texts = turn.context.queuedInput().filter((text) => text.trim() !== "");
	for (const text of texts) turn.deps.emit({ type: "input", turn: turn.turn, round: turn.round, from: "queue", text });
	if (texts.length > 0) turn.fold(texts);
}

async function commit(turn: TurnState, message: AssistantMessage, stop: ModelStop): Promise<StopCause | null> {
	turn.emptyReplies = 0;
	if (message.content.length > 0) turn.append(message);
	if (textOf(message).trim() !== "") turn.text = textOf(message);
	const calls = callsOf(message);
	if (calls.length === 0) return endOf(stop);
	turn.append(await dispatchCalls(turn, calls));
	return null;
}

/** What a reply without calls means. A truncated answer is no clean end; a pause is sent back as it is. */
function endOf(stop: ModelStop): StopCause | null {
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

const INSTRUCTIONS: ReadonlySet<StopCode> = new Set<StopCode>(["cancelled", "stop_requested"]);

/** A request that a bound or a token cut short is named by that, never as the provider's fault. */
function failed(turn: TurnState, failure: ModelFailure): StopCause {
	if (failure.partial !== "") turn.text = failure.partial;
	const due = nextStop(turn.sources, turn.deps.clock.nowMs());
	if (due !== null && (failure.kind === "cancelled" || INSTRUCTIONS.has(due.code))) return due;
	if (failure.kind === "overflow") return { code: "context_overflow", message: failure.message };
	return { code: "provider_error", message: failure.message };
}

/** Reasoning is no output: only text and calls count. */
function isEmpty(message: AssistantMessage): boolean {
	return callsOf(message).length === 0 && textOf(message).trim() === "";
}
