import type { Tool } from "./tool.ts";

/** `plan` neither offers nor runs a tool that may write. */
export type Phase = "plan" | "execute";

export function permits(phase: Phase, tool: Tool): boolean {
	return phase === "execute" || tool.readOnly;
}
