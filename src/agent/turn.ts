import { type Message, userText } from "../core/message.ts";
import type { Usage } from "../core/usage.ts";
import type { Audit } from "./audit.ts";
import { type CallRecord, failedLast } from "./call.ts";
import { compactIfOver } from "./compact.ts";
import { enterRound } from "./enter-round.ts";
import { forceAnswer } from "./final-answer.ts";
import { playRound } from "./round.ts";
import { nextStop } from "./stop.ts";
import { type RunStatus, type StopCause, statusOf } from "./stop-code.ts";
import type { TurnState } from "./turn-state.ts";
import { waitForPeace } from "./wait.ts";

/** What one turn came to (recursive's `TurnOutcome`). */
export type TurnOutcome = {
	/** The turn's own, by identity: also those that a compaction has since folded away. */
	readonly newMessages: readonly Message[];
	/** What the next turn goes on from. */
	readonly transcript: readonly Message[];
	/** An abandoned turn keeps its evidence, and is no base for another. */
	readonly conversation: "committed" | "discarded";
	/** The last visible text of the model; null when it said nothing. */
	readonly finalText: string | null;
	readonly calls: readonly CallRecord[];
	/** By key: one for each call that was asked for. */
	readonly audits: ReadonlyMap<string, Audit>;
	readonly cause: StopCause;
	readonly status: RunStatus;
	/** The turn ended where the model was still to say something, or was in the middle of it. */
	readonly owedAnswer: boolean;
	readonly forcedAnswer: boolean;
	/** A completed turn whose last call went wrong. */
	readonly endedOnFailedCall: boolean;
	readonly rounds: number;
	readonly requests: number;
	readonly retries: number;
	readonly compactions: number;
	/** Of replies that entered the conversation. `complete` is false where a request was cut or cancelled: then it is a lower bound. */
	readonly usage: Usage;
	/** Of summaries, which `usage` holds too. */
	readonly summaryUsage: Usage;
	/** Of the last prompt as reported; null before the first reply and after a rewrite. */
	readonly promptTokens: number | null;
};

/** One prompt to its end. A pool that is empty refuses it before there is anything to end: no event, no message, no request. */
export async function runTurn(turn: TurnState, prompt: string): Promise<TurnOutcome> {
	const { pool } = turn.sources;
	if (pool?.exhausted) return closeTurn(turn, { code: "pool_exhausted", limit: pool.limit, used: pool.spent });
	turn.deps.emit({ type: "turn-start", turn: turn.turn, prompt });
	turn.append(userText(prompt));
	let cause = boundary(turn);
	while (cause === null) {
		await compactIfOver(turn);
		cause = boundary(turn) ?? (await waitForPeace(turn, "round")) ?? enterRound(turn) ?? (await playRound(turn)) ?? boundary(turn);
	}
	await forceAnswer(turn, cause);
	const { rounds, usage } = ownCounters(turn);
	turn.deps.emit({ type: "turn-end", turn: turn.turn, text: turn.text, cause, rounds, usage });
	return closeTurn(turn, cause);
}

function boundary(turn: TurnState): StopCause | null {
	return nextStop(turn.sources, turn.deps.clock.nowMs());
}

function closeTurn(turn: TurnState, cause: StopCause): TurnOutcome {
	const { added, transcript, text, calls, audits, compactions, promptTokens, forcedAnswer } = turn;
	const { rounds, requests, retries, usage, summaries } = ownCounters(turn);
	return {
		newMessages: added,
		transcript,
		conversation: cause.code === "cancelled" ? "discarded" : "committed",
		finalText: text === "" ? null : text,
		calls,
		audits,
		cause,
		status: statusOf(cause.code),
		owedAnswer: turn.owesAnswer,
		forcedAnswer,
		endedOnFailedCall: cause.code === "completed" && failedLast(calls) !== null,
		rounds,
		requests,
		retries,
		compactions,
		usage,
		summaryUsage: summaries,
		promptTokens,
	};
}

/** The innermost scope is the turn's own. */
function ownCounters(turn: TurnState): NonNullable<TurnState["scopes"][number]>["counters"] {
	const scope = turn.scopes.at(-1);
	if (scope === undefined) throw new Error("a turn runs in a scope");
	return scope.counters;
}
