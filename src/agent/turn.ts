import { type Message, userText } from "../core/message.ts";
import type { Usage } from "../core/usage.ts";
import type { CallRecord } from "./call.ts";
import { compactIfOver } from "./compact.ts";
import { playRound } from "./round.ts";
import { nextStop } from "./stop.ts";
import type { StopCause } from "./stop-code.ts";
import type { TurnState } from "./turn-state.ts";

/** What one turn came to (recursive's `TurnOutcome`). `newMessages` are the turn's own; `transcript` is what the next turn goes on from. */
export type TurnOutcome = {
	readonly newMessages: readonly Message[];
	readonly transcript: readonly Message[];
	readonly text: string;
	readonly calls: readonly CallRecord[];
	readonly cause: StopCause;
	readonly rounds: number;
	readonly compactions: number;
	readonly promptTokens: number | null;
};

/** One prompt to its end. */
export async function runTurn(turn: TurnState, prompt: string): Promise<TurnOutcome> {
	turn.deps.emit({ type: "turn-start", turn: turn.turn, prompt });
	turn.append(userText(prompt));
	let cause = boundary(turn);
	while (cause === null) {
		await compactIfOver(turn);
		cause = boundary(turn) ?? (await playRound(turn)) ?? boundary(turn);
	}
	return closeTurn(turn, cause);
}

function boundary(turn: TurnState): StopCause | null {
	return nextStop(turn.sources, turn.deps.clock.nowMs());
}

function closeTurn(turn: TurnState, cause: StopCause): TurnOutcome {
	turn.deps.emit({ type: "turn-end", turn: turn.turn, text: turn.text, cause, rounds: turn.round, usage: turnUsage(turn) });
	const { added, transcript, text, calls, round, compactions, promptTokens } = turn;
	return { newMessages: added, transcript, text, calls, cause, rounds: round, compactions, promptTokens };
}

/** The innermost scope is the turn's own. */
function turnUsage(turn: TurnState): Usage {
	const scope = turn.scopes.at(-1);
	if (scope === undefined) throw new Error("a turn runs in a scope");
	return scope.counters.usage;
}
