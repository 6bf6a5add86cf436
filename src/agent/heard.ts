import { messageOf } from "../core/error.ts";
import { orElse } from "./or-else.ts";
import type { TurnState } from "./turn-state.ts";

/** What a source of input says, or nothing of one that throws: that is noted, and the run goes on. */
export function heard<T>(turn: TurnState, what: string, say: () => T, nothing: T): T {
	return orElse(say, (error) => {
		turn.note(`${what} failed: ${messageOf(error)}`);
		return nothing;
	});
}

/** The round about to be played, over the whole run. */
export function comingRound({ scopes }: TurnState): number {
	return (scopes[0]?.counters.rounds ?? 0) + 1;
}
