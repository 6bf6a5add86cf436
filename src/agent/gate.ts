import { messageOf } from "../core/error.ts";
import type { Json } from "../core/json.ts";
import type { ToolCallBlock } from "../core/message.ts";
import type { Approval, ApprovalRequest } from "./approver.ts";
import type { Settler } from "./call.ts";
import type { AnyRunContext } from "./context.ts";
import type { HookAnswer, HookCall, Hooks } from "./hooks.ts";
import { findTool, offeredTools } from "./offered.ts";
import { PROTECTED, permit } from "./permission.ts";
import type { CallSubject } from "./permission-rule.ts";
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
type Decoded = Asked & { readonly subject: CallSubject | null };

/** In the order of DESIGN §7.3, between "arguments decode" and the rules; the first refusal wins. */
const GATES: readonly ((asked: Decoded) => Refusal | null)[] = [withheld, beyondPhase, protectedPath];

/** Who settles a call. `args` are those that a hook may have put in place of the model's: then every gate is passed again. */
export async function passGates(call: ToolCallBlock, context: AnyRunContext): Promise<Gated> {
	const tool = findTool(context, call.name);
	if (tool === null) return refuse(unknown(call, context));
	const passed = await passHooks({ call, tool, context });
	if (passed.kind === "refuse") return passed;
	const { args, run, subject, asks } = passed;
	if (context.outbox?.tools.has(call.name)) return { kind: "stage", args };
	const refusal = asks ? await approval(context, { name: call.name, args, subject }) : null;
	return refusal === null ? { kind: "run", run, args } : refuse(refusal);
}

/** `asks`: no rule and no mode settles it, so the approver is to. */
type Passed =
	| { readonly kind: "pass"; readonly run: Run; readonly args: Json; readonly subject: CallSubject | null; readonly asks: boolean }
	| Extract<Gated, { kind: "refuse" }>;

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
	const { call, tool, context } = asked;
	if (call.malformed !== null) return refuse({ settledBy: "malformed", text: `The arguments of ${call.name} are not a JSON object` });
	const prepared = prepare(tool, call);
	if (!prepared.ok) return refuse({ settledBy: "invalid", text: `The arguments of ${call.name} are not valid: ${prepared.problem}` });
	const subject = (await prepared.about?.()) ?? null;
	for (const gate of GATES) {
		const refusal = gate({ ...asked, subject });
		if (refusal !== null) return refuse(refusal);
	}
	const { readOnly, contained = false } = tool;
	const answer = permit(context.permissions, { name: call.name, readOnly, contained, subject });
	if (answer === "deny") return refuse({ settledBy: "rule", text: `Blocked by policy: ${call.name} may not do this here` });
	return { kind: "pass", run: prepared.run, args: call.args, subject, asks: answer === "ask" };
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

function withheld({ call, context }: Decoded): Refusal | null {
	return context.isWithheld(call.name)
		? { settledBy: "withheld", text: `Blocked by policy: ${call.name} is withheld from this run` }
		: null;
}

function beyondPhase({ call, tool, context }: Decoded): Refusal | null {
	return permits(context.phase, tool)
		? null
		: { settledBy: "phase", text: `Blocked by policy: ${call.name} may write, and this run only plans` };
}

/** Whatever the mode: what steers git, a shell or a key ring is nothing that a task is about. */
function protectedPath({ call, tool, subject }: Decoded): Refusal | null {
	if (tool.readOnly || subject?.kind !== "path") return null;
	const name = subject.text.split("/").find((part) => PROTECTED.has(part));
	return name === undefined ? null : { settledBy: "protected", text: `Blocked by policy: ${call.name} may not write to ${name}` };
}

async function approval(context: AnyRunContext, request: ApprovalRequest): Promise<Refusal | null> {
	const answer = await askApprover(context, request);
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
