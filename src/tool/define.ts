import type { CallSubject } from "../agent/permission-rule.ts";
import type { PreparedCall, Tool, ToolResult, ToolSpec } from "../agent/tool.ts";
import type { Json } from "../core/json.ts";
import type { Jail } from "../workspace/jail.ts";
import { failure } from "./result.ts";
import type { ArgumentSchema } from "./schema.ts";
import type { ToolWorkspace } from "./tool-workspace.ts";

/** With the jail that all tools of a trial share. */
export type BoundWorkspace = ToolWorkspace & { readonly jail: Jail };

export type ToolDefinition<T> = {
	readonly name: string;
	readonly description: string;
	readonly readOnly: boolean;
	readonly schema: ArgumentSchema<T>;
	/** What a call is about, for rules on it. */
	readonly about?: (workspace: BoundWorkspace, args: T) => Promise<CallSubject | null>;
	/** Ends soon after the signal fires. */
	readonly run: (workspace: BoundWorkspace, args: T, signal: AbortSignal) => Promise<ToolResult>;
};

/** A tool that is in no workspace yet. */
export type UnboundTool = {
	readonly spec: ToolSpec;
	readonly readOnly: boolean;
	readonly bind: (workspace: BoundWorkspace) => Tool;
	/** Why a call with these arguments would be refused; null when it would not. */
	readonly faultOf: (args: Json) => string | null;
};

export function defineTool<T>(definition: ToolDefinition<T>): UnboundTool {
	const { name, description, readOnly, schema } = definition;
	const spec: ToolSpec = { name, description, inputSchema: schema.json };
	// Every tool of ours acts through the jail or in the sandbox of its trial.
	const bind = (workspace: BoundWorkspace): Tool => ({
		spec,
		readOnly,
		contained: true,
		prepare: (args) => prepare(definition, workspace, args),
	});
	const faultOf = (args: Json): string | null => {
		const decoded = schema.decode(args);
		return decoded.ok ? null : decoded.problem;
	};
	return { spec, readOnly, bind, faultOf };
}

function prepare<T>({ schema, about, run }: ToolDefinition<T>, workspace: BoundWorkspace, args: Json): PreparedCall {
	const decoded = schema.decode(args);
	if (!decoded.ok) return decoded;
	return {
		ok: true,
		run: async (signal) => (signal.aborted ? failure("[cancelled]") : await run(workspace, decoded.value, signal)),
		...(about === undefined ? {} : { about: () => about(workspace, decoded.value) }),
	};
}
