import { messageOf } from "../core/error.ts";
import type { Json } from "../core/json.ts";
import type { ToolCallBlock } from "../core/message.ts";
import type { Approval, ApprovalRequest } from "./approver.ts";
import type { Settler } from "./call.ts";
import type { AnyRunContext } from "./context.ts";
import type { HookAnswer, HookCall, Hooks } from "./hooks.ts";
import { findTool, offeredTools } from "./offered.ts";
import { permits } from "./phase.ts";
import type { PreparedCall, Tool, ToolResult } from "./tool.ts";

type Refusal = { readonly settledBy: Exclude<Settler, "executed" | "staged">; readonly text: string };
type Run = (signal: AbortSignal) => Promise<ToolResult>;

/** A call ready to run (or to be staged) with the arguments that it ended up with; or the first refusal. */
export type Gated =
	| { readonly kind: "run"; readonly run: Run; readonly args: Json }
	| { readonly kind: "stage"; readonly args: Json }
	| { readonly kind: "refuse"; readonly refusal: Refusal };

type Asked = { readonly call: ToolCallBlock; readonly tool: Tool; readonly context: AnyRunContext };
type Gate = (asked: Asked) => Promise<Refusal | null> | Refusal | null;

/** In the order of DESIGN §7.3, after "known" and "arguments decode" and before the hooks; the first refusal wins. */
const GATES: readonly Gate[] = [withheld, beyondPhase];

/** Who settles a call. `args` are those that a hook may have put in place of the model's: then every gate is passed again. */
export async function passGates(call: ToolCallBlock, context: AnyRunContext): Promise<Gated> {
	const tool = findTool(context, call.name);
	if (tool === null) return refuse(unknown(call, context));
	const hooked = await passHooks({ call, tool, context });
	if (hooked.kind === "refuse") return hooked;
	if (context.outbox?.tools.has(call.name)) return { kind: "stage", args: hooked.args };
	const refusal = await approval({ call: { ...call, args: hooked.args }, tool, context });
	return refusal === null ? hooked : refuse(refusal);
}

type Passed = Exclude<Gated, { kind: "stage" }>;

/** Decodes, passes the gates and asks each hook; arguments that a hook changes go through all of it again, but for the hooks before. */
async function passHooks({ call, tool, context }: Asked): Promise<Passed> {
	let passed = await passPolicy({ call, tool, context });
	for (const hook of context.hooks.preTool) {
		if (passed.kind === "refuse") return passed;
		const answer = await askHook(hook, { name: call.name, args: passed.args });
		if (answer.kind === "deny") return refuse({ settledBy: "hook", text: `Blocked by a hook: ${answer.reason}` });
		if (answer.kind === "transform") passed = await passPolicy({ call: { ...call, args: answer.args, malformed: null }, tool, context });
	}
	return passed;
}

async function passPolicy(asked: Asked): Promise<Passed> {
	const { call, tool } = asked;
	if (call.malformed !== null) return refuse({ settledBy: "malformed", text: `The arguments of ${call.name} are not a JSON object` });
	const prepared = prepare(tool, call);
	if (!prepared.ok) return refuse({ settledBy: "invalid", text: `The arguments of ${call.name} are not valid: ${prepared.problem}` });
	for (const gate of GATES) {
		const refusal = await gate(asked);
		if (refusal !== null) return refuse(refusal);
	}
	return { kind: "run", run: prepared.run, args: call.args };
}

function refuse(refusal: Refusal): { readonly kind: "refuse"; readonly refusal: Refusal } {
	return { kind: "refuse", refusal };
}

function prepare(tool: Tool, call: ToolCallBlock): PreparedCall {
	try {
		return tool.prepare(call.args);
	} catch (error) {
		return { ok: false, problem: messageOf(error) };
	}
}

/** One that throws has denied, be it at once or later. */
async function askHook(hook: Hooks["preTool"][number], call: HookCall): Promise<HookAnswer> {
	try {
		return await hook(call);
	} catch (error) {
		return { kind: "deny", reason: messageOf(error) };
	}
}

function unknown(call: ToolCallBlock, context: AnyRunContext): Refusal {
	const names = offeredTools(context).map((spec) => spec.name);
	return { settledBy: "unknown", text: `There is no tool ${call.name}. The tools are: ${names.join(", ")}` };
}

function withheld({ call, context }: Asked): Refusal | null {
	return context.isWithheld(call.name)
		? { settledBy: "withheld", text: `Blocked by policy: ${call.name} is withheld from this run` }
		: null;
}

function beyondPhase({ call, tool, context }: Asked): Refusal | null {
	return permits(context.phase, tool)
		? null
		: { settledBy: "phase", text: `Blocked by policy: ${call.name} may write, and this run only plans` };
}

async function approval({ call, tool, context }: Asked): Promise<Refusal | null> {
	if (tool.readOnly) return null;
	const answer = await askApprover(context, { name: call.name, args: call.args });
	return answer.allowed ? null : { settledBy: "approver", text: `Denied: ${answer.reason}` };
}

/** One that throws has not approved. */
async function askApprover({ approver }: AnyRunContext, request: ApprovalRequest): Promise<Approval> {
	try {
		return await approver(request);
	} catch (error) {
		return { allowed: false, reason: messageOf(error) };
	}
}
