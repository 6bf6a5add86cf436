import { messageOf } from "../core/error.ts";
import { nanoUsdOf } from "../core/price.ts";
import type { Usage } from "../core/usage.ts";
import { inTime } from "./in-time.ts";
import type { FailureKind, ModelReply, ModelRequest } from "./model.ts";
import { chargeSummary, chargeUsage, count } from "./scope.ts";
import { isReply } from "./shapes.ts";
import type { TurnState } from "./turn-state.ts";

/** One request to the model, told to the recorder, counted and charged. */
export async function attempt(turn: TurnState, request: ModelRequest): Promise<ModelReply> {
	const { model, emit } = turn.deps;
	const index = turn.openRequest(request);
	if (request.purpose !== "summary") count(turn.scopes, "requests", 1);
	const reply = await answerOf(turn, (signal) => model.call(request, signal));
	emit({ type: "reply", index, reply });
	charge(turn, request, reply);
	return reply;
}

/** A model that breaks its word has failed: it throws, gives no reply, or does not end when it is told to. */
async function answerOf(turn: TurnState, call: (signal: AbortSignal) => Promise<unknown>): Promise<ModelReply> {
	try {
		const answered = await inTime(turn, call);
		if (!answered.ended) return noReply("cancelled", "the model did not end when told to");
		return isReply(answered.value) ? answered.value : noReply("rejected", "what the model gave is no reply");
	} catch (error) {
		return noReply("rejected", messageOf(error));
	}
}

function noReply(kind: FailureKind, message: string): ModelReply {
	return { ok: false, failure: { kind, message, retryAfterMs: null, partial: "", usage: null } };
}

/** A failed attempt goes to the books outside only; the run's own counters count what entered the conversation (DESIGN §6). */
function charge(turn: TurnState, { purpose }: ModelRequest, reply: ModelReply): void {
	const { price } = turn.deps;
	const usage = reply.ok ? reply.usage : reply.failure.usage;
	if (usage === null) return;
	const nanoUsd = price === null ? 0 : nanoUsdOf(usage, price);
	tellMeter(turn, usage);
	turn.sources.pool?.record({ usage, nanoUsd });
	if (!reply.ok) return;
	chargeUsage(turn.scopes, usage, nanoUsd);
	if (purpose === "summary") chargeSummary(turn.scopes, usage);
}

function tellMeter(turn: TurnState, usage: Usage): void {
	try {
		turn.deps.meter(usage);
	} catch (error) {
		turn.note(`the meter failed: ${messageOf(error)}`);
	}
}
