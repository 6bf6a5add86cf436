import type { ToolResult } from "../agent/tool.ts";

export function success(content: string): ToolResult {
	return { content, isError: false };
}

export function failure(content: string): ToolResult {
	return { content, isError: true };
}
