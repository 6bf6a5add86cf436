import type { ModelRequest } from "../agent/model.ts";
import type { ToolSpec } from "../agent/tool.ts";
import type { Json, JsonObject } from "../core/json.ts";

/**
 * What a body says of tools; `choice` is the arm's own `tool_choice`, which needs some. The API refuses calls and results
 * of tools that a request does not declare, so one that offers none declares those of its conversation and forbids them.
 */
export function toolFields({ tools, messages }: ModelRequest, choice: Json | undefined): JsonObject {
	if (tools.length > 0) return { tools: tools.map(toWireTool), ...(choice === undefined ? {} : { tool_choice: choice }) };
	const called = new Set(messages.flatMap(({ content }) => content.flatMap((block) => (block.type === "tool-call" ? [block.name] : []))));
	return called.size === 0 ? {} : { tools: [...called].map(forbidden), tool_choice: { type: "none" } };
}

function toWireTool({ name, description, inputSchema }: ToolSpec): JsonObject {
	return { name, description, input_schema: inputSchema };
}

function forbidden(name: string): JsonObject {
	return { name, description: "Not available any more.", input_schema: { type: "object" } };
}
