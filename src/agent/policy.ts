import { messageOf } from "../core/error.ts";
import type { Json } from "../core/json.ts";
import type { ToolCallBlock } from "../core/message.ts";
import type { Settler } from "./call.ts";
import type { AnyRunContext } from "./context.ts";
import { PROTECTED, permit } from "./permission.ts";
import type { CallSubject } from "./permission-rule.ts";
import { permits } from "./phase.ts";
import { isPrepared } from "./shapes.ts";
import type { PreparedCall, Tool, ToolResult } from "./tool.ts";

export type Refusal = { readonly settledBy: Exclude<Settler, "executed" | "staged">; readonly text: string };
export type Refused = { readonly kind: "refuse"; readonly refusal: Refusal };
export type Run = (signal: AbortSignal) => Promise<ToolResult>;

/** A call of a tool that there is. */
export type KnownCall = { readonly call: ToolCallBlock; readonly tool: Tool; readonly context: AnyRunContext };
type DecodedCall = KnownCall & { readonly subject: CallSubject | null };

/** `asks`: no rule and no mode settles it, so the approver is to. */
export type Passed =
	| { readonly kind: "pass"; readonly run: Run; readonly args: Json; readonly subject: CallSubject | null; readonly asks: boolean }
	| Refused;

/** In the order of DESIGN §7.3, between "arguments decode" and the rules; the first refusal wins. */
const GATES: readonly ((call: DecodedCall) => Refusal | null)[] = [withheld, beyondPhase, protectedPath];

/** What can be said of a call without asking anybody. */
export async function passPolicy(known: KnownCall): Promise<Passed> {
	const { call, tool, context } = known;
	if (call.malformed !== null) return refuse({ settledBy: "malformed", text: `The arguments of ${call.name} are not a JSON object` });
	const prepared = await prepare(tool, call);
	if (!prepared.ok) return refuse({ settledBy: "invalid", text: `The arguments of ${call.name} are not valid: ${prepared.problem}` });
	const { run, subject } = prepared;
	for (const gate of GATES) {
		const refusal = gate({ ...known, subject });
		if (refusal !== null) return refuse(refusal);
	}
	const { readOnly, contained = false } = tool;
	const answer = permit(context.permissions, { name: call.name, readOnly, contained, subject });
	if (answer === "deny") return refuse({ settledBy: "rule", text: `Blocked by policy: ${call.name} may not do this here` });
	return { kind: "pass", run, args: call.args, subject, asks: answer === "ask" };
}

export function refuse(refusal: Refusal): Refused {
	return { kind: "refuse", refusal };
}

type Prepared = { readonly ok: true; readonly run: Run; readonly subject: CallSubject | null } | Extract<PreparedCall, { ok: false }>;

/** A tool that cannot say what a call is about has not taken it: no rule could be held against it. */
async function prepare(tool: Tool, call: ToolCallBlock): Promise<Prepared> {
	try {
		const prepared = tool.prepare(call.args);
		if (!isPrepared(prepared)) return { ok: false, problem: "the tool did not say whether it takes them" };
		if (!prepared.ok) return prepared;
		const subject = (await prepared.about?.()) ?? null;
		if (subject !== null && typeof subject.text !== "string") return { ok: false, problem: "the tool did not say what they are about" };
		return { ok: true, run: (signal) => prepared.run(signal), subject };
	} catch (error) {
		return { ok: false, problem: messageOf(error) };
	}
}

function withheld({ call, context }: DecodedCall): Refusal | null {
	return context.isWithheld(call.name)
		? { settledBy: "withheld", text: `Blocked by policy: ${call.name} is withheld from this run` }
		: null;
}

function beyondPhase({ call, tool, context }: DecodedCall): Refusal | null {
	return permits(context.phase, tool)
		? null
		: { settledBy: "phase", text: `Blocked by policy: ${call.name} may write, and this run only plans` };
}

/** Whatever the mode: what steers git, a shell or a key ring is nothing that a task is about. */
function protectedPath({ call, tool, subject }: DecodedCall): Refusal | null {
	if (tool.readOnly || subject?.kind !== "path") return null;
	const name = subject.text.split("/").find((part) => PROTECTED.has(part));
	return name === undefined ? null : { settledBy: "protected", text: `Blocked by policy: ${call.name} may not write to ${name}` };
}
