import type { ModelReply, ModelStop } from "../agent/model.ts";
import { canonicalJson, isJsonObject, type Json } from "../core/json.ts";
import type { AssistantMessage, ToolCallBlock } from "../core/message.ts";
import { NO_USAGE, type Usage } from "../core/usage.ts";
import { UnreadableError } from "./anthropic-failure.ts";
import type { DraftBlock, ReplyDraft } from "./reply-draft.ts";
import { countAt, wellFormed, wellFormedObject } from "./wire.ts";

const STOPS: ReadonlyMap<string, ModelStop["kind"]> = new Map([
	["end_turn", "end"],
	["stop_sequence", "end"],
	["tool_use", "tool-use"],
	["max_tokens", "max-tokens"],
	["refusal", "refusal"],
	["pause_turn", "pause"],
	["model_context_window_exceeded", "context-window"],
]);

/** A reply that came to its end. Throws where a call has no id or name: that is no message to go on from. */
export function toReply(draft: ReplyDraft): ModelReply {
	return {
		ok: true,
		message: { role: "assistant", content: draft.blocks.flatMap(toBlocks) },
		stop: toStop(draft.stopReason ?? ""),
		usage: toUsage(draft) ?? { ...NO_USAGE, complete: false },
	};
}

/** The visible text so far. */
export function partialText(draft: ReplyDraft): string {
	return draft.blocks
		.flatMap(({ raw }) => (raw.type === "text" && typeof raw.text === "string" ? [raw.text] : []))
		.join("\n")
		.toWellFormed();
}

/** What was reported so far; null before anything was. An output count that is only a placeholder gives way to what arrived. */
export function toUsage(draft: ReplyDraft): Usage | null {
	const { usage, outputReported } = draft;
	if (usage === null) return null;
	return {
		input: countAt(usage, "input_tokens") ?? 0,
		output: outputReported ? (countAt(usage, "output_tokens") ?? 0) : Math.ceil(draft.receivedBytes / 4),
		cacheRead: countAt(usage, "cache_read_input_tokens") ?? 0,
		cacheWrite: countAt(usage, "cache_creation_input_tokens") ?? 0,
		complete: draft.ended && outputReported,
	};
}

function toStop(raw: string): ModelStop {
	return { kind: STOPS.get(raw) ?? "other", raw };
}

function toBlocks(block: DraftBlock): AssistantMessage["content"] {
	const raw = wellFormedObject(block.raw);
	switch (raw.type) {
		case "text":
			return typeof raw.text === "string" && raw.text !== "" ? [{ type: "text", text: raw.text }] : [];
		case "tool_use":
			return [toCall(raw.id, raw.name, argsOf(block))];
		default:
			return [{ type: "opaque", raw: block.argsText === null ? raw : { ...raw, input: parse(block.argsText) ?? raw.input ?? {} } }];
	}
}

type Args = Pick<ToolCallBlock, "args" | "malformed">;

function toCall(id: Json | undefined, name: Json | undefined, args: Args): ToolCallBlock {
	if (typeof id !== "string" || typeof name !== "string") throw new UnreadableError("a tool_use block has no id or name");
	return { type: "tool-call", id, name, ...args };
}

/** What was streamed, else what the block opened with. */
function argsOf({ raw, argsText }: DraftBlock): Args {
	const streamed = argsText !== null && argsText.trim() !== "";
	const value = streamed ? parse(argsText) : (raw.input ?? {});
	if (isArguments(value)) return { args: wellFormed(value), malformed: null };
	return { args: {}, malformed: (streamed ? argsText : JSON.stringify(value)).toWellFormed() };
}

function parse(text: string): Json | undefined {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

/** An object that canonical JSON can hold: numbers out of range (1e999) and nesting without end are as good as no JSON. */
function isArguments(value: Json | undefined): value is Json {
	if (!isJsonObject(value)) return false;
	try {
		canonicalJson(wellFormed(value));
		return true;
	} catch {
		return false;
	}
}
