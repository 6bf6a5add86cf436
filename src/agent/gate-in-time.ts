import type { ToolCallBlock } from "../core/message.ts";
import { type Gated, passGates } from "./gate.ts";
import { inTime } from "./in-time.ts";
import { preempting } from "./stop.ts";
import type { TurnState } from "./turn-state.ts";

/** A hook or an approver that does not answer is waited for as long as the run may work, and no longer: the call was not let through. */
export async function gateInTime(turn: TurnState, call: ToolCallBlock): Promise<Gated> {
	const asked = await inTime(turn, () => passGates(call, turn.context), 0);
	if (asked.ended) return asked.value;
	const code = preempting(turn.sources, turn.deps.clock.nowMs())?.code ?? "cancelled";
	return { kind: "refuse", refusal: { settledBy: "bound", text: `Not run: ${code}` } };
}
