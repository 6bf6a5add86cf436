import type { PreparedCall, Tool, ToolResult, ToolSpec } from "../agent/tool.ts";
import type { Json } from "../core/json.ts";
import { type Jail, jailAt } from "../workspace/jail.ts";
import { failure } from "./result.ts";
import type { ArgumentSchema } from "./schema.ts";
import type { ToolWorkspace } from "./tool-workspace.ts";

export type BoundWorkspace = ToolWorkspace & { readonly jail: Jail };

export type ToolDefinition<T> = {
	readonly name: string;
	readonly description: string;
	readonly readOnly: boolean;
	readonly schema: ArgumentSchema<T>;
	/** Ends soon after the signal fires. */
	readonly run: (workspace: BoundWorkspace, args: T, signal: AbortSignal) => Promise<ToolResult>;
};

/** A tool that is in no workspace yet. */
export type UnboundTool = { readonly spec: ToolSpec; readonly readOnly: boolean; readonly bind: (workspace: ToolWorkspace) => Tool };

export function defineTool<T>(definition: ToolDefinition<T>): UnboundTool {
	const { name, description, readOnly, schema } = definition;
	const spec: ToolSpec = { name, description, inputSchema: schema.json };
	const bind = (workspace: ToolWorkspace): Tool => {
		const bound = { ...workspace, jail: jailAt(workspace.root) };
		return { spec, readOnly, prepare: (args) => prepare(definition, bound, args) };
	};
	return { spec, readOnly, bind };
}

function prepare<T>({ schema, run }: ToolDefinition<T>, workspace: BoundWorkspace, args: Json): PreparedCall {
	const decoded = schema.decode(args);
	if (!decoded.ok) return decoded;
	return { ok: true, run: async (signal) => (signal.aborted ? failure("[cancelled]") : await run(workspace, decoded.value, signal)) };
}
