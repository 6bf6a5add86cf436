import { messageOf } from "../core/error.ts";
import type { Json } from "../core/json.ts";
import type { ToolCallBlock } from "../core/message.ts";
import { type Audit, auditOf } from "./audit.ts";
import type { Barred } from "./barred.ts";
import type { CallRecord, Settler } from "./call.ts";
import { gateInTime } from "./gate-in-time.ts";
import { inTime } from "./in-time.ts";
import { findTool } from "./offered.ts";
import { isResult } from "./shapes.ts";
import { crossedBound } from "./stop.ts";
import type { StopCause } from "./stop-code.ts";
import type { PreparedCall, ToolResult } from "./tool.ts";
import type { TurnState } from "./turn-state.ts";

/** A call with its place among those of the turn. */
export type NumberedCall = { readonly call: ToolCallBlock; readonly sequence: number };

type Settled = ToolResult & { readonly settledBy: Settler; readonly args: Json };

/** What became of one call, with the audit of it. */
export type SettledCall = { readonly record: CallRecord; readonly audit: Audit };

export async function settleCall(turn: TurnState, asked: NumberedCall, barred: Barred | null): Promise<SettledCall> {
	const { call, sequence } = asked;
	const { clock } = turn.deps;
	const startedMs = clock.nowMs();
	const { settledBy, args, content, isError } = await settle(turn, asked, barred);
	const { id, name } = call;
	const record: CallRecord = { ...turn.place, sequence, id, name, args: call.args, settledBy, isError, result: content };
	const subject = { run: turn.context.name, args, sideEffect: sideEffectOf(turn, name), startedMs, finishedMs: clock.nowMs() };
	return { record, audit: auditOf(record, subject) };
}

async function settle(turn: TurnState, asked: NumberedCall, barred: Barred | null): Promise<Settled> {
	const { call } = asked;
	const cause = refusalFor(turn, asked, barred);
	if (cause !== null) return { settledBy: "bound", args: call.args, content: `Not run: ${cause.code}`, isError: true };
	const gated = await gateInTime(turn, call);
	if (gated.kind === "refuse") return { settledBy: gated.refusal.settledBy, args: call.args, content: gated.refusal.text, isError: true };
	if (gated.kind === "stage") return { settledBy: "staged", args: gated.args, ...(await stage(turn, asked, gated.args)) };
	const result = await execute(turn, gated.run);
	await tellHooks(turn, call, { ...result, args: gated.args });
	return { settledBy: "executed", args: gated.args, ...result };
}

/** What keeps a call from running when its turn comes: an abandoned run runs nothing more, a spent one writes nothing more. */
function refusalFor(turn: TurnState, { call }: NumberedCall, barred: Barred | null): StopCause | null {
	if (turn.sources.cancel.some((token) => token.cancelled)) return { code: "cancelled" };
	if (barred?.everything) return barred.cause;
	if (findTool(turn.context, call.name)?.readOnly !== false) return null;
	return barred?.cause ?? crossedBound(turn.sources, turn.deps.clock.nowMs());
}

const ABANDONED: ToolResult = { content: "[abandoned: it did not end when told to]", isError: true };

/** A tool that throws, gives no result or does not end when it is told to costs the call, never the run. */
async function execute(turn: TurnState, run: Extract<PreparedCall, { ok: true }>["run"]): Promise<ToolResult> {
	try {
		const ran = await inTime(turn, run);
		if (!ran.ended) return ABANDONED;
		return isResult(ran.value) ? ran.value : { content: "the tool gave no result", isError: true };
	} catch (error) {
		return { content: messageOf(error), isError: true };
	}
}

/** Kept as it would have been run. A route that fails has not kept it, and nothing else happens in its place. */
async function stage(turn: TurnState, { call, sequence }: NumberedCall, args: Json): Promise<ToolResult> {
	try {
		const kept = await inTime(turn, () => turn.context.outbox?.stage({ name: call.name, args, turn: turn.turn, sequence }));
		if (!kept.ended) return ABANDONED;
		return { content: `${call.name} is kept as a draft for review; it has not been carried out.`, isError: false };
	} catch (error) {
		return { content: `The draft could not be kept: ${messageOf(error)}`, isError: true };
	}
}

async function tellHooks(turn: TurnState, { name }: ToolCallBlock, { args, content, isError }: ToolResult & { args: Json }): Promise<void> {
	for (const hook of turn.context.hooks.postTool) {
		try {
			const told = await inTime(turn, () => hook({ name, args, result: content, isError }));
			if (!told.ended) throw new Error("it did not end when told to");
		} catch (error) {
			turn.note(`a hook after ${name} failed: ${messageOf(error)}`);
		}
	}
}

function sideEffectOf(turn: TurnState, name: string): "read-only" | "mutating" | "unknown" {
	const tool = findTool(turn.context, name);
	if (tool === null) return "unknown";
	return tool.readOnly ? "read-only" : "mutating";
}
