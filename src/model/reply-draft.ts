import { isJsonObject, type Json, type JsonObject } from "../core/json.ts";
import { byteLength } from "../core/text.ts";
import { countAt, objectAt, stringAt } from "./wire.ts";

/** A block as it grows. `argsText` is the JSON of a call's arguments so far; null when none was streamed. */
export type DraftBlock = { readonly raw: { [key: string]: Json }; argsText: string | null };

/** One reply as far as its stream has come: what a cut leaves is still here. Unknown events and blocks do no harm. */
export class ReplyDraft {
	/** The provider's own fields; null before the stream has opened. */
	usage: JsonObject | null = null;
	/** Whether `usage` has the final output count: until then a provider reports a placeholder. */
	outputReported = false;
	stopReason: string | null = null;
	/** Bytes of text, reasoning and arguments that have arrived. */
	receivedBytes = 0;
	/** Whether the message was closed: what ends earlier was cut. */
	ended = false;
	readonly #blocks = new Map<number, DraftBlock>();

	/** In the order in which they were opened. */
	get blocks(): readonly DraftBlock[] {
		return [...this.#blocks.values()];
	}

	add(event: Json): void {
		if (!isJsonObject(event)) return;
		switch (event.type) {
			case "message_start":
				this.usage = objectAt(objectAt(event, "message"), "usage");
				return;
			case "content_block_start":
				this.#blocks.set(countAt(event, "index") ?? this.#blocks.size, { raw: { ...objectAt(event, "content_block") }, argsText: null });
				return;
			case "content_block_delta":
				this.#grow(countAt(event, "index") ?? this.#blocks.size - 1, objectAt(event, "delta"));
				return;
			case "message_delta":
				this.#close(stringAt(objectAt(event, "delta"), "stop_reason"), objectAt(event, "usage"));
				return;
			case "message_stop":
				this.ended = true;
				return;
		}
	}

	#grow(index: number, delta: JsonObject): void {
		const block = this.#blocks.get(index);
		if (block !== undefined) this.receivedBytes += applyDelta(block, delta);
	}

	/** The counts of a `message_delta` are totals of the whole message; those it leaves out still hold. */
	#close(stopReason: string | null, usage: JsonObject): void {
		this.stopReason = stopReason ?? this.stopReason;
		this.outputReported ||= countAt(usage, "output_tokens") !== null;
		const reported = Object.entries(usage).filter(([, value]) => value !== null);
		this.usage = { ...this.usage, ...Object.fromEntries(reported) };
	}
}

/** Adds a delta to its block and says how many bytes of output it brought. */
function applyDelta(block: DraftBlock, delta: JsonObject): number {
	switch (delta.type) {
		case "input_json_delta": {
			const piece = stringAt(delta, "partial_json") ?? "";
			block.argsText = (block.argsText ?? "") + piece;
			return byteLength(piece);
		}
		case "signature_delta":
			block.raw.signature = stringAt(delta, "signature") ?? "";
			return 0;
		case "citations_delta":
			return 0;
		default:
			return appendTexts(block, delta);
	}
}

/** `text_delta` grows `text`, `thinking_delta` grows `thinking`: so does every kind that is yet to come. */
function appendTexts({ raw }: DraftBlock, delta: JsonObject): number {
	let bytes = 0;
	for (const [key, piece] of Object.entries(delta)) {
		if (key === "type" || typeof piece !== "string") continue;
		raw[key] = (typeof raw[key] === "string" ? raw[key] : "") + piece;
		bytes += byteLength(piece);
	}
	return bytes;
}
