import type { ModelRequest } from "../agent/model.ts";
import { unreachable } from "../core/assert.ts";
import type { Json, JsonObject } from "../core/json.ts";
import type { Message, ToolResultBlock } from "../core/message.ts";
import { toolFields } from "./anthropic-tools.ts";

type Block = Message["content"][number];

/** The body of `POST /v1/messages`: an arm's settings and one request of the kernel. */
export function toBody(request: ModelRequest, settings: JsonObject): JsonObject {
	const { system, messages, stream } = request;
	const { tool_choice: choice, ...others } = settings;
	return {
		...others,
		max_tokens: shortest(others.max_tokens, request.maxTokens),
		...(system.trim() === "" ? {} : { system: system.toWellFormed() }),
		messages: messages.map(({ role, content }) => ({ role, content: content.filter(isSendable).map(toWireBlock) })),
		...toolFields(request, choice),
		stream,
	};
}

function shortest(asked: Json | undefined, left: number | null): Json {
	return left === null || typeof asked !== "number" ? (asked ?? left) : Math.min(asked, left);
}

/** The API gives blank text blocks out and refuses to be sent them back. */
function isSendable(block: Block): boolean {
	return block.type !== "text" || block.text.trim() !== "";
}

function toWireBlock(block: Block): Json {
	switch (block.type) {
		case "text":
			return { type: "text", text: block.text.toWellFormed() };
		case "tool-call":
			return { type: "tool_use", id: block.id, name: block.name, input: block.args };
		case "tool-result":
			return { type: "tool_result", tool_use_id: block.id, content: resultText(block), is_error: block.isError };
		case "opaque":
			return block.raw;
		default:
			return unreachable(block);
	}
}

/** The API refuses an error that says nothing. */
function resultText({ content, isError }: ToolResultBlock): string {
	return isError && content.trim() === "" ? "(no output)" : content.toWellFormed();
}
