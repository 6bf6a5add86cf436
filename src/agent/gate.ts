import { messageOf } from "../core/error.ts";
import type { Json } from "../core/json.ts";
import type { ToolCallBlock } from "../core/message.ts";
import type { Approval, ApprovalRequest } from "./approver.ts";
import type { AnyRunContext } from "./context.ts";
import type { HookAnswer, HookCall, Hooks } from "./hooks.ts";
import { findTool, offeredTools } from "./offered.ts";
import { type KnownCall, type Passed, passPolicy, type Refusal, type Refused, type Run, refuse } from "./policy.ts";
import { isApproval, isHookAnswer } from "./shapes.ts";

/** A call ready to run (or to be staged) with the arguments that it ended up with; or the first refusal. */
export type Gated =
	| { readonly kind: "run"; readonly run: Run; readonly args: Json }
	| { readonly kind: "stage"; readonly args: Json }
	| Refused;

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

/** Passes policy and asks each hook; arguments that a hook changes go through all of it again, but for the hooks before. */
async function passHooks({ call, tool, context }: KnownCall): Promise<Passed> {
	let passed = await passPolicy({ call, tool, context });
	for (const hook of context.hooks.preTool) {
		if (passed.kind === "refuse") return passed;
		const answer = await askHook(hook, { name: call.name, args: passed.args });
		if (answer.kind === "deny") return refuse({ settledBy: "hook", text: `Blocked by a hook: ${answer.reason}` });
		if (answer.kind === "transform") passed = await passPolicy({ call: { ...call, args: answer.args, malformed: null }, tool, context });
	}
	return passed;
}

/** One that throws or gives no answer has denied. */
async function askHook(hook: Hooks["preTool"][number], call: HookCall): Promise<HookAnswer> {
	try {
		const answer = await hook(call);
		return isHookAnswer(answer) ? answer : { kind: "deny", reason: "it gave no answer" };
	} catch (error) {
		return { kind: "deny", reason: messageOf(error) };
	}
}

function unknown(call: ToolCallBlock, context: AnyRunContext): Refusal {
	const names = offeredTools(context).map((spec) => spec.name);
	return { settledBy: "unknown", text: `There is no tool ${call.name}. The tools are: ${names.join(", ")}` };
}

async function approval(context: AnyRunContext, request: ApprovalRequest): Promise<Refusal | null> {
	const answer = await askApprover(context, request);
	return answer.allowed ? null : { settledBy: "approver", text: `Denied: ${answer.reason}` };
}

/** One that throws or gives no answer has not approved. */
async function askApprover({ approver }: AnyRunContext, request: ApprovalRequest): Promise<Approval> {
	try {
		const answer = await approver(request);
		return isApproval(answer) ? answer : { allowed: false, reason: "the approver gave no answer" };
	} catch (error) {
		return { allowed: false, reason: messageOf(error) };
	}
}
