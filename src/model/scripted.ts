import type { FailureKind, Model, ModelReply, ModelRequest, ModelStop } from "../agent/model.ts";
import type { Clock } from "../core/clock.ts";
import type { Json } from "../core/json.ts";
import type { AssistantMessage, ToolCallBlock } from "../core/message.ts";
import type { Usage } from "../core/usage.ts";
import { countedFinal, countedReply, countedSummary, failedReply, stopOf } from "./counted-reply.ts";

export type ScriptCall = { readonly name: string; readonly args: Json; readonly malformed?: string | null };

/** One answer of a script. With a `failure` the text is what had arrived when it broke off. */
export type ScriptReply = {
	readonly text: string | null;
	readonly calls: readonly ScriptCall[];
	/** Null counts the bytes of request and reply; null of a failure is none. */
	readonly usage: Usage | null;
	/** Null is `tool-use` with calls, `end` without. */
	readonly stop: ModelStop["kind"] | null;
	readonly delayMs: number;
	readonly failure: { readonly kind: FailureKind; readonly message: string; readonly retryAfterMs: number | null } | null;
};

type ScriptOptions = {
	readonly clock: Clock;
	/** Whether a final answer takes this reply; without it, every one. What is not taken gives way to a fixed text. */
	readonly isFinal?: (next: ScriptReply | undefined) => boolean;
};

/** Plays a list, one reply an attempt; a summary takes none of it. Made anew for every trial: it remembers where it stands. */
export function scriptedModel(replies: readonly ScriptReply[], { clock, isFinal = () => true }: ScriptOptions): Model {
	let played = 0;
	let calls = 0;
	const nextId = (): string => `call_${++calls}`;
	return {
		call: async (request, signal) => {
			if (signal?.aborted) return failedReply("cancelled", "cancelled");
			const reply = replies[played];
			const aside = asideOf(request, () => isFinal(reply));
			if (aside !== null) return aside;
			if (reply === undefined) return failedReply("rejected", `the script has no reply ${played + 1}`);
			played += 1;
			if (reply.delayMs > 0) await clock.sleep(reply.delayMs, signal);
			return signal?.aborted ? failedReply("cancelled", "cancelled") : play(reply, request, nextId);
		},
	};
}

/** What is answered without taking a reply. */
function asideOf(request: ModelRequest, hasFinal: () => boolean): ModelReply | null {
	if (request.purpose === "summary") return countedSummary(request);
	return request.purpose === "final" && !hasFinal() ? countedFinal(request) : null;
}

function play(reply: ScriptReply, request: ModelRequest, nextId: () => string): ModelReply {
	const { text, usage, stop, failure } = reply;
	if (failure !== null) return { ok: false, failure: { ...failure, partial: text ?? "", usage } };
	const counted = countedReply(request, toMessage(reply, nextId));
	return { ...counted, usage: usage ?? counted.usage, stop: stop === null ? counted.stop : stopOf(stop) };
}

function toMessage({ text, calls }: ScriptReply, nextId: () => string): AssistantMessage {
	const blocks = calls.map((call): ToolCallBlock => toCall(call, nextId()));
	return { role: "assistant", content: text === null || text === "" ? blocks : [{ type: "text", text }, ...blocks] };
}

function toCall({ name, args, malformed = null }: ScriptCall, id: string): ToolCallBlock {
	return { type: "tool-call", id, name, args: malformed === null ? args : {}, malformed };
}
