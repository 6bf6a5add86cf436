import type { ToolCallBlock } from "../core/message.ts";
import { scopedSignal } from "../core/signal.ts";
import { type Gated, passGates } from "./gate.ts";
import { remainingMs } from "./scope.ts";
import { preempting } from "./stop.ts";
import type { TurnState } from "./turn-state.ts";

/** A hook or an approver that does not answer is waited for as long as the run may work: then the call was not let through. */
export async function gateInTime(turn: TurnState, call: ToolCallBlock): Promise<Gated> {
	const { clock } = turn.deps;
	const scope = scopedSignal(clock, turn.signals, remainingMs(turn.scopes, clock.nowMs()));
	const over = fired(scope.signal).then((): Gated => {
		const code = preempting(turn.sources, clock.nowMs())?.code ?? "cancelled";
		return { kind: "refuse", refusal: { settledBy: "bound", text: `Not run: ${code}` } };
	});
	try {
		return await Promise.race([passGates(call, turn.context), over]);
	} finally {
		scope.dispose();
	}
}

function fired(signal: AbortSignal): Promise<void> {
	return new Promise((resolve) => {
		if (signal.aborted) resolve();
		else signal.addEventListener("abort", () => resolve(), { once: true });
	});
}
