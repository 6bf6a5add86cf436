import { messageOf } from "../core/error.ts";
import type { AssistantMessage } from "../core/message.ts";
import type { CallRecord } from "./call.ts";
import { comingRound, heard } from "./heard.ts";
import { inTime } from "./in-time.ts";
import { isDecision } from "./shapes.ts";
import { nextStop } from "./stop.ts";
import type { StopCause } from "./stop-code.ts";
import type { RoundBoundary, RoundDecision } from "./strategy.ts";
import type { TurnState } from "./turn-state.ts";

const COMPLETED: StopCause = { code: "completed" };

/**
 * After an answer: what was kept for then is said, else a strategy may go on or end it. Null plays another round, or ends by
 * the bound that forbids one; a follow-up stays in its queue then, and the answer stands.
 */
export async function consultAtAnswer(turn: TurnState, message: AssistantMessage): Promise<StopCause | null> {
	const { queuedInput } = turn.context;
	if (
		queuedInput !== null &&
		heard(turn, "the queue", () => queuedInput.hasFollowUp(), false) &&
		nextStop(turn.sources, turn.deps.clock.nowMs()) === null
	) {
		turn.pending = { from: "follow-up", take: () => queuedInput.takeFollowUp() };
		return null;
	}
	const decision = await decide(turn, { at: "answer", message, results: [] });
	return decision.kind === "inject" ? null : decision.kind === "stop" ? { code: "strategy_stop" } : COMPLETED;
}

/** After a round's results: a steer goes first, and a strategy is then not asked. */
export async function consultAtTools(turn: TurnState, records: readonly CallRecord[]): Promise<StopCause | null> {
	const { queuedInput } = turn.context;
	if (heard(turn, "the queue", () => queuedInput?.hasSteer(comingRound(turn)) ?? false, false)) return null;
	const results = records.map(({ id, name, isError }) => ({ id, name, isError }));
	const decision = await decide(turn, { at: "tools", message: null, results });
	return decision.kind === "stop" ? { code: "strategy_stop" } : null;
}

type Place = Pick<RoundBoundary, "at" | "message" | "results">;

/** Asks the turn's strategy and does what it says of the conversation and of the rounds to come. */
async function decide(turn: TurnState, place: Place): Promise<RoundDecision> {
	const decision = await ask(turn, place);
	if (decision.kind !== "stop") turn.adjustment = { ...turn.adjustment, ...decision.adjustment };
	if (decision.kind === "inject") turn.pending = { from: "strategy", take: () => decision.text };
	return decision;
}

/** One that throws or does not come to a decision has decided nothing, and one that injects nothing proceeds. */
async function ask(turn: TurnState, place: Place): Promise<RoundDecision> {
	const { strategy } = turn.opening.options;
	const counters = turn.scopes.at(-1)?.counters;
	if (strategy === null || counters === undefined) return { kind: "proceed" };
	try {
		const boundary = { ...place, rounds: turn.round, requests: counters.requests, retries: counters.retries };
		const decided = await inTime(turn, () => strategy.decide(boundary));
		if (!decided.ended) throw new Error("it did not end when told to");
		const decision: unknown = decided.value;
		if (!isDecision(decision)) throw new Error("it gave no decision");
		return decision.kind === "inject" && decision.text.trim() === "" ? { ...decision, kind: "proceed" } : decision;
	} catch (error) {
		turn.note(`the strategy failed: ${messageOf(error)}`);
		return { kind: "proceed" };
	}
}
