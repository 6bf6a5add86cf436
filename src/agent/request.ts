import { nanoUsdOf } from "../core/price.ts";
import { scopedSignal } from "../core/signal.ts";
import type { Usage } from "../core/usage.ts";
import type { ModelReply, ModelRequest } from "./model.ts";
import { addTry, NO_TRIES, retryDelayMs, type Tries } from "./retry.ts";
import { chargeUsage, count, remainingMs } from "./scope.ts";
import { nextStop } from "./stop.ts";
import type { TurnState } from "./turn-state.ts";

/** One reply, after as many attempts as the policy and the bounds allow. A failure comes back when patience or a bound ends. */
export async function askModel(turn: TurnState, request: ModelRequest): Promise<ModelReply> {
	let tries = NO_TRIES;
	while (true) {
		const reply = await attempt(turn, request);
		if (reply.ok) return reply;
		const waited = await waitToRetry(turn, reply, tries);
		if (waited === null) return reply;
		tries = addTry(tries, reply.failure.kind, waited);
	}
}

async function attempt(turn: TurnState, request: ModelRequest): Promise<ModelReply> {
	const index = turn.openRequest(request);
	if (request.purpose === "round") count(turn.scopes, "requests", 1);
	const scope = scopedSignal(turn.deps.clock, turn.sources.cancel?.signal ?? null, remainingMs(turn.scopes, turn.deps.clock.nowMs()));
	try {
		const reply = await turn.deps.model.call(request, scope.signal);
		turn.deps.emit({ type: "reply", index, reply });
		charge(turn, reply);
		return reply;
	} finally {
		scope.dispose();
	}
}

/** A failed attempt goes to the batch's cash book only; the run's own counters count what entered the conversation (DESIGN §6). */
function charge(turn: TurnState, reply: ModelReply): void {
	const usage: Usage | null = reply.ok ? reply.usage : reply.failure.usage;
	if (usage === null) return;
	turn.deps.meter(usage);
	if (reply.ok) chargeUsage(turn.scopes, usage, turn.deps.price === null ? 0 : nanoUsdOf(usage, turn.deps.price));
}

/** Sleeps before a retry and says how long; null when there is to be none. */
async function waitToRetry(turn: TurnState, reply: ModelReply & { ok: false }, tries: Tries): Promise<number | null> {
	const { clock, retry } = turn.deps;
	const ms = retryDelayMs(reply.failure, tries, retry);
	if (ms === null || nextStop(turn.sources, clock.nowMs()) !== null) return null;
	const beganMs = clock.nowMs();
	await clock.sleep(ms, turn.sources.cancel?.signal ?? null);
	count(turn.scopes, "idleMs", clock.nowMs() - beganMs);
	return nextStop(turn.sources, clock.nowMs()) === null ? ms : null;
}
