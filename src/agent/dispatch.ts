import { messageOf } from "../core/error.ts";
import type { ToolCallBlock, ToolResultBlock, UserMessage } from "../core/message.ts";
import { scopedSignal } from "../core/signal.ts";
import type { CallRecord, Settler } from "./call.ts";
import { capOutput } from "./cap.ts";
import { findTool, passGates } from "./gate.ts";
import { count, remainingMs } from "./scope.ts";
import { crossedBound, toolCallsCrossed } from "./stop.ts";
import type { StopCause } from "./stop-code.ts";
import type { PreparedCall, ToolResult } from "./tool.ts";
import type { TurnState } from "./turn-state.ts";

/** Settles the calls of one reply and returns the one message that answers them, in call order. */
export async function dispatchCalls(turn: TurnState, calls: readonly ToolCallBlock[]): Promise<UserMessage> {
	const spent = refusedBy(turn, calls.length);
	count(turn.scopes, "toolCalls", calls.length);
	const records: CallRecord[] = [];
	for (const group of together(turn, calls)) {
		records.push(...(await Promise.all(group.map((call) => settle(turn, call, spent)))));
	}
	for (const call of records) turn.deps.emit({ type: "tool-call", call });
	turn.calls.push(...records);
	return { role: "user", content: records.map(toBlock) };
}

/** What a model asks for at once must not decide how many files and threads the harness opens. */
const MOST_TOGETHER = 8;

/** Read-only calls that stand together run together; one that may write runs alone, gated when its turn comes (DESIGN §7.3). */
function together(turn: TurnState, calls: readonly ToolCallBlock[]): readonly (readonly ToolCallBlock[])[] {
	const groups: ToolCallBlock[][] = [];
	let readers: ToolCallBlock[] | null = null;
	for (const call of calls) {
		if (readers !== null && readers.length < MOST_TOGETHER && !mayWrite(turn, call)) {
			readers.push(call);
			continue;
		}
		const group = [call];
		groups.push(group);
		readers = mayWrite(turn, call) ? null : group;
	}
	return groups;
}

function mayWrite(turn: TurnState, call: ToolCallBlock): boolean {
	return findTool(turn.context, call.name)?.readOnly === false;
}

type Spent = { readonly cause: StopCause; readonly everything: boolean };

/** The reply that crosses a bound may still read, not write; crossing the tool-call bound refuses every call of the reply (DESIGN §7.7). */
function refusedBy(turn: TurnState, calls: number): Spent | null {
	const toolCalls = toolCallsCrossed(turn.scopes, calls);
	if (toolCalls !== null) return { cause: toolCalls, everything: true };
	const crossed = crossedBound(turn.sources, turn.deps.clock.nowMs());
	return crossed === null ? null : { cause: crossed, everything: false };
}

async function settle(turn: TurnState, call: ToolCallBlock, spent: Spent | null): Promise<CallRecord> {
	const cause = refusalFor(turn, call, spent);
	if (cause !== null) return record(turn, call, "bound", { content: `Not run: ${cause.code}`, isError: true });
	const gated = await passGates(call, turn.context);
	if (gated.refusal !== null) return record(turn, call, gated.refusal.settledBy, { content: gated.refusal.text, isError: true });
	return record(turn, call, "executed", await execute(turn, gated.run));
}

/** What keeps a call from running when its turn comes: an abandoned run runs nothing more, a spent one writes nothing more. */
function refusalFor(turn: TurnState, call: ToolCallBlock, spent: Spent | null): StopCause | null {
	if (turn.sources.cancel?.cancelled) return { code: "cancelled" };
	if (spent?.everything) return spent.cause;
	if (!mayWrite(turn, call)) return null;
	return spent?.cause ?? crossedBound(turn.sources, turn.deps.clock.nowMs());
}

/** A tool that throws costs the call, never the run. */
async function execute(turn: TurnState, run: Extract<PreparedCall, { ok: true }>["run"]): Promise<ToolResult> {
	const { clock } = turn.deps;
	const scope = scopedSignal(clock, turn.sources.cancel?.signal ?? null, remainingMs(turn.scopes, clock.nowMs()));
	try {
		return await run(scope.signal);
	} catch (error) {
		return { content: messageOf(error), isError: true };
	} finally {
		scope.dispose();
	}
}

function record(turn: TurnState, call: ToolCallBlock, settledBy: Settler, result: ToolResult): CallRecord {
	const { id, name, args } = call;
	return { turn: turn.turn, round: turn.round, id, name, args, settledBy, isError: result.isError, result: result.content };
}

function toBlock(call: CallRecord): ToolResultBlock {
	return { type: "tool-result", id: call.id, content: capOutput(call.result), isError: call.isError };
}
