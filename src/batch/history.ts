import type { Charge } from "../recording/journal-record.ts";
import { type TrialKey, trialId } from "../recording/trial-key.ts";

/** What a run folder already holds of a batch that goes on. */
export type History = {
	/** Trials that are over and stay so, by id, with what they were charged. */
	readonly kept: ReadonlyMap<string, Charge>;
	/** The highest attempt at each trial, by id. */
	readonly attempts: ReadonlyMap<string, number>;
};

export const NO_HISTORY: History = { kept: new Map(), attempts: new Map() };

/** The number of the next try at a trial, from 1. */
export function nextAttempt({ attempts }: History, key: TrialKey): number {
	return (attempts.get(trialId(key)) ?? 0) + 1;
}
