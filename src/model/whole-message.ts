import type { Json, JsonObject } from "../core/json.ts";

/** A message that came as one document, as the events that would have streamed it: one reader serves both. */
export function eventsOf(message: JsonObject & { readonly content: readonly JsonObject[] }): readonly Json[] {
	return [
		{ type: "message_start", message },
		...message.content.flatMap(blockEvents),
		{ type: "message_delta", delta: { stop_reason: message.stop_reason ?? null }, usage: message.usage ?? null },
		{ type: "message_stop" },
	];
}

/** Arguments that are no object stand in a document as the text that they are. */
function blockEvents(block: JsonObject, index: number): readonly Json[] {
	if (block.type !== "tool_use" || typeof block.input !== "string") return [{ type: "content_block_start", index, content_block: block }];
	return [
		{ type: "content_block_start", index, content_block: { ...block, input: {} } },
		{ type: "content_block_delta", index, delta: { type: "input_json_delta", partial_json: block.input } },
	];
}
