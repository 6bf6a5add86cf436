import type { ToolCallBlock, ToolResultBlock, UserMessage } from "../core/message.ts";
import { barredBy } from "./barred.ts";
import type { CallRecord } from "./call.ts";
import { capOutput } from "./cap.ts";
import { findTool } from "./offered.ts";
import { count } from "./scope.ts";
import { type NumberedCall, type SettledCall, settleCall } from "./settle.ts";
import type { TurnState } from "./turn-state.ts";

/** Settles the calls of one reply, in call order, and returns the one message that answers them with what became of each. */
export async function dispatchCalls(
	turn: TurnState,
	calls: readonly ToolCallBlock[],
): Promise<{ readonly message: UserMessage; readonly records: readonly CallRecord[] }> {
	const barred = barredBy(turn, calls.length);
	const first = turn.calls.length + 1;
	count(turn.scopes, "toolCalls", calls.length);
	const settled: SettledCall[] = [];
	for (const group of together(
		turn,
		calls.map((call, at) => ({ call, sequence: first + at })),
	)) {
		settled.push(...(await allOf(group.map((asked) => settleCall(turn, asked, barred)))));
	}
	for (const { audit } of settled) turn.audits.set(audit.key, audit);
	const records = settled.map(({ record }) => record);
	for (const call of records) turn.deps.emit({ type: "tool-call", call });
	turn.calls.push(...records);
	return { message: { role: "user", content: records.map((call) => toBlock(turn, call)) }, records };
}

/** Nothing still runs when one of them rejects, which only a bug of the harness does. */
async function allOf<T>(calls: readonly Promise<T>[]): Promise<readonly T[]> {
	await Promise.allSettled(calls);
	return await Promise.all(calls);
}

/** What a model asks for at once must not decide how many files and threads the harness opens. */
const MOST_TOGETHER = 8;

/** Read-only calls that stand together run together; one that may write runs alone, gated when its turn comes (DESIGN §7.3). */
function together(turn: TurnState, calls: readonly NumberedCall[]): readonly (readonly NumberedCall[])[] {
	const groups: NumberedCall[][] = [];
	let readers: NumberedCall[] | null = null;
	for (const asked of calls) {
		const writes = mayWrite(turn, asked);
		if (readers !== null && readers.length < MOST_TOGETHER && !writes) {
			readers.push(asked);
			continue;
		}
		const group = [asked];
		groups.push(group);
		readers = writes ? null : group;
	}
	return groups;
}

function mayWrite(turn: TurnState, { call }: NumberedCall): boolean {
	return findTool(turn.context, call.name)?.readOnly === false;
}

function toBlock(turn: TurnState, call: CallRecord): ToolResultBlock {
	return { type: "tool-result", id: call.id, content: capOutput(call.result, turn.context.output), isError: call.isError };
}
