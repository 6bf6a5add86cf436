import type { FailureKind, ModelReply, ModelRequest, ModelStop } from "../agent/model.ts";
import { type AssistantMessage, callsOf } from "../core/message.ts";
import { countUsage } from "./counted-usage.ts";

const SUMMARY = "Summary of the work so far.";
const FINAL = "No further answer.";

/** A reply that no provider made; it reports what it counted. */
export function countedReply(request: ModelRequest, message: AssistantMessage): ModelReply & { readonly ok: true } {
	return { ok: true, message, stop: stopOf(callsOf(message).length > 0 ? "tool-use" : "end"), usage: countUsage(request, message) };
}

/** What every model without a provider answers to a request for a summary (DESIGN §6). */
export function countedSummary(request: ModelRequest): ModelReply {
	return countedReply(request, assistantText(SUMMARY));
}

/** What a model without a provider answers where a final answer is asked for and it has none. */
export function countedFinal(request: ModelRequest): ModelReply {
	return countedReply(request, assistantText(FINAL));
}

export function assistantText(text: string): AssistantMessage {
	return { role: "assistant", content: [{ type: "text", text }] };
}

export function stopOf(kind: ModelStop["kind"]): ModelStop {
	return { kind, raw: kind };
}

export function failedReply(kind: FailureKind, message: string): ModelReply & { readonly ok: false } {
	return { ok: false, failure: { kind, message, retryAfterMs: null, partial: "", usage: null } };
}
