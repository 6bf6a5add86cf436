import type { AnyRunContext } from "./context.ts";
import { permits } from "./phase.ts";
import type { Tool, ToolSpec } from "./tool.ts";

/** What the model is offered, in order: neither withheld nor beyond the phase. */
export function offeredTools(context: AnyRunContext): readonly ToolSpec[] {
	return context.tools.all.filter((tool) => permits(context.phase, tool) && !context.isWithheld(tool.spec.name)).map((tool) => tool.spec);
}

export function findTool(context: AnyRunContext, name: string): Tool | null {
	return context.tools.all.find((tool) => tool.spec.name === name) ?? null;
}
