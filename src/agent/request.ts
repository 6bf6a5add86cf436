import { NO_USAGE, type Usage } from "../core/usage.ts";
import { attempt } from "./attempt.ts";
import { passHold } from "./hold.ts";
import type { ModelFailure, ModelReply, ModelRequest } from "./model.ts";
import { endOfFailure, outgrown } from "./request-end.ts";
import { addTry, NO_TRIES, overridden, retryDelayMs, type Tries } from "./retry.ts";
import { chargeUsage, count, remainingMs } from "./scope.ts";
import type { StopCause } from "./stop-code.ts";
import type { TurnState } from "./turn-state.ts";
import { dueNow, idle, waitForPeace } from "./wait.ts";

/** What the kernel asks; how it is asked is the context's. */
export type Ask = Omit<ModelRequest, "stream" | "adjustment" | "maxTokens">;

/** A reply, or what its absence means for the run, with the text that had arrived. */
export type Answer = Extract<ModelReply, { ok: true }> | { readonly ok: false; readonly cause: StopCause; readonly partial: string };

/** One reply, after as many attempts as the policy and the bounds allow. */
export async function askModel(turn: TurnState, ask: Ask): Promise<Answer> {
	const asked = { ...ask, stream: turn.context.stream ?? mayBeCut(turn), adjustment: turn.adjustment };
	const passed = passHold(turn, asked);
	if (!passed.ok) return { ok: false, cause: passed.cause, partial: "" };
	const request: ModelRequest = { ...asked, maxTokens: passed.maxTokens };
	let tries = NO_TRIES;
	while (true) {
		const due = await waitForPeace(turn, request.purpose);
		if (due !== null) return { ok: false, cause: due, partial: "" };
		const reply = await attempt(turn, request);
		if (reply.ok) return reply;
		const waited = await waitToRetry(turn, { request, failure: reply.failure, tries });
		if (!waited.ok) return giveUp(turn, reply.failure, waited.cause);
		tries = addTry(tries, reply.failure.kind, waited.ms);
		count(turn.scopes, "retries", 1);
	}
}

/** What a cut reply took is in the books outside; in the run's own usage it says that the sum is a lower bound. */
function giveUp(turn: TurnState, { kind, partial, usage }: ModelFailure, cause: StopCause): Answer {
	if (kind === "cancelled" || partial !== "" || usage !== null) chargeUsage(turn.scopes, CUT, 0);
	return { ok: false, cause, partial };
}

const CUT: Usage = { ...NO_USAGE, complete: false };

/** A token or a deadline: what had arrived by then is to be kept. */
function mayBeCut({ sources, scopes, deps }: TurnState): boolean {
	return sources.cancel.length > 0 || remainingMs(scopes, deps.clock.nowMs()) !== null;
}

type Failed = { readonly request: ModelRequest; readonly failure: ModelFailure; readonly tries: Tries };
type Waited = { readonly ok: true; readonly ms: number } | { readonly ok: false; readonly cause: StopCause };

/** Sleeps before a retry, unless patience is at its end or a bound is: then what that means. */
async function waitToRetry(turn: TurnState, { request, failure, tries }: Failed): Promise<Waited> {
	const { clock, retry, pause } = turn.deps;
	const ms = retryDelayMs(failure, tries, overridden(retry, turn.opening.options));
	if (ms === null) return { ok: false, cause: endOfFailure(failure, dueNow(turn, request.purpose)) };
	const before = dueNow(turn, request.purpose);
	if (before !== null) return { ok: false, cause: outgrown(failure.message, before) };
	if (failure.kind === "overloaded") pause.hold(ms);
	await idle(turn, (signal) => clock.sleep(ms, signal));
	const after = dueNow(turn, request.purpose);
	return after === null ? { ok: true, ms } : { ok: false, cause: outgrown(failure.message, after) };
}
