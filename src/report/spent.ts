import { addUsage, NO_USAGE, type Usage } from "../core/usage.ts";
import type { TrialRow } from "./trial-row.ts";

/** What trials took, summed. */
export type Spent = {
	readonly usage: Usage;
	readonly nanoUsd: number;
	readonly rounds: number;
	readonly requests: number;
	readonly toolCalls: number;
	readonly counters: TrialRow["counters"];
};

export const NOTHING_SPENT: Spent = {
	usage: NO_USAGE,
	nanoUsd: 0,
	rounds: 0,
	requests: 0,
	toolCalls: 0,
	counters: { compactions: 0, denied: 0, unknown: 0, malformed: 0, toolErrors: 0 },
};

/** A row is itself something spent. */
export function addSpent(a: Spent, b: Spent): Spent {
	return {
		usage: addUsage(a.usage, b.usage),
		nanoUsd: a.nanoUsd + b.nanoUsd,
		rounds: a.rounds + b.rounds,
		requests: a.requests + b.requests,
		toolCalls: a.toolCalls + b.toolCalls,
		counters: {
			compactions: a.counters.compactions + b.counters.compactions,
			denied: a.counters.denied + b.counters.denied,
			unknown: a.counters.unknown + b.counters.unknown,
			malformed: a.counters.malformed + b.counters.malformed,
			toolErrors: a.counters.toolErrors + b.counters.toolErrors,
		},
	};
}
