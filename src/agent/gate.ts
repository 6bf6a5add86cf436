import { messageOf } from "../core/error.ts";
import type { ToolCallBlock } from "../core/message.ts";
import type { Approval } from "./approver.ts";
import type { Settler } from "./call.ts";
import { isWithheld, offeredTools, type RunContext } from "./context.ts";
import { permits } from "./phase.ts";
import type { PreparedCall, Tool } from "./tool.ts";

type Refusal = { readonly settledBy: Exclude<Settler, "executed">; readonly text: string };

/** A call that passed every gate, ready to run; or the first refusal. */
export type Gated =
	| { readonly run: Extract<PreparedCall, { ok: true }>["run"]; readonly refusal: null }
	| { readonly run: null; readonly refusal: Refusal };

type Asked = { readonly call: ToolCallBlock; readonly tool: Tool; readonly context: RunContext };
type Gate = (asked: Asked) => Promise<Refusal | null> | Refusal | null;

/** After "known" and "arguments decode"; the first refusal wins (DESIGN §7.3). */
const GATES: readonly Gate[] = [withheld, beyondPhase, approval];

export async function passGates(call: ToolCallBlock, context: RunContext): Promise<Gated> {
	const tool = findTool(context, call.name);
	if (tool === null) return refuse(unknown(call, context));
	if (call.malformed !== null) return refuse({ settledBy: "malformed", text: `The arguments of ${call.name} are not a JSON object` });
	const prepared = prepare(tool, call);
	if (!prepared.ok) return refuse({ settledBy: "invalid", text: `The arguments of ${call.name} are not valid: ${prepared.problem}` });
	for (const gate of GATES) {
		const refusal = await gate({ call, tool, context });
		if (refusal !== null) return refuse(refusal);
	}
	return { run: prepared.run, refusal: null };
}

export function findTool(context: RunContext, name: string): Tool | null {
	return context.tools.find((tool) => tool.spec.name === name) ?? null;
}

function refuse(refusal: Refusal): Gated {
	return { run: null, refusal };
}

function prepare(tool: Tool, call: ToolCallBlock): PreparedCall {
	try {
		return tool.prepare(call.args);
	} catch (error) {
		return { ok: false, problem: messageOf(error) };
	}
}

function unknown(call: ToolCallBlock, context: RunContext): Refusal {
	const names = offeredTools(context).map((spec) => spec.name);
	return { settledBy: "unknown", text: `There is no tool ${call.name}. The tools are: ${names.join(", ")}` };
}

function withheld({ call, context }: Asked): Refusal | null {
	return isWithheld(context, call.name)
		? { settledBy: "withheld", text: `Blocked by policy: ${call.name} is withheld from this run` }
		: null;
}

function beyondPhase({ call, tool, context }: Asked): Refusal | null {
	return permits(context.phase, tool)
		? null
		: { settledBy: "phase", text: `Blocked by policy: ${call.name} may write, and this run only plans` };
}

/** An approver that throws has not approved. */
async function approval({ call, tool, context }: Asked): Promise<Refusal | null> {
	if (tool.readOnly) return null;
	const asked = { name: call.name, args: call.args };
	const answer = await context.approver(asked).catch((error: unknown): Approval => ({ allowed: false, reason: messageOf(error) }));
	return answer.allowed ? null : { settledBy: "approver", text: `Denied: ${answer.reason}` };
}
