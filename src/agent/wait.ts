import { scopedSignal } from "../core/signal.ts";
import { forbidding } from "./answerable.ts";
import type { ModelRequest } from "./model.ts";
import { outgrown } from "./request-end.ts";
import { count, remainingIdleMs } from "./scope.ts";
import type { StopCause } from "./stop-code.ts";
import type { TurnState } from "./turn-state.ts";

type RequestPurpose = ModelRequest["purpose"];

/** The pause that another run's overload has brought about; what came due meanwhile. */
export async function waitForPeace(turn: TurnState, purpose: RequestPurpose): Promise<StopCause | null> {
	const { pause } = turn.deps;
	if (!pause.isHolding) return null;
	await idle(turn, (signal) => pause.wait(signal));
	const due = dueNow(turn, purpose);
	return due === null ? null : outgrown("the provider was overloaded", due);
}

/** What forbids a request by now. */
export function dueNow({ sources, deps }: TurnState, purpose: RequestPurpose): StopCause | null {
	return forbidding(purpose, sources, deps.clock.nowMs());
}

/** Time that is waited and not worked. Ends with the run's tokens, also those that only stop it, and with the bounds that count all time. */
export async function idle(turn: TurnState, wait: (signal: AbortSignal) => Promise<void>): Promise<void> {
	const { clock } = turn.deps;
	const beganMs = clock.nowMs();
	const stops = turn.sources.stop.map((token) => token.signal);
	const scope = scopedSignal(clock, [...turn.signals, ...stops], remainingIdleMs(turn.scopes, beganMs));
	try {
		await wait(scope.signal);
	} finally {
		scope.dispose();
		count(turn.scopes, "idleMs", clock.nowMs() - beganMs);
	}
}
