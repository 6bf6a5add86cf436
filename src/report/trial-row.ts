import type { StopCode } from "../agent/stop-code.ts";
import type { Usage } from "../core/usage.ts";
import type { Check, Verdict } from "../grade/grade.ts";
import type { ArmInfo, PlanDigests } from "../recording/journal-record.ts";

/** How a trial ended, beside its code; none of it is read out of a text. */
type TrialEnd = {
	/** The model was still to say something. */
	readonly owedAnswer: boolean;
	/** The answer was asked for by itself, after a bound. */
	readonly forcedAnswer: boolean;
	/** It completed, and its last call had gone wrong. */
	readonly endedOnFailedCall: boolean;
};

/** One trial as the card shows it: nothing of clocks, hosts, paths, retries or other programs. */
export type TrialRow = {
	readonly caseId: string;
	readonly arm: string;
	/** From 1. */
	readonly repeat: number;
	readonly tags: readonly string[];
	readonly verdict: Verdict;
	readonly stop: StopCode;
	readonly end: TrialEnd;
	readonly checks: readonly Check[];
	readonly usage: Usage;
	readonly nanoUsd: number;
	readonly rounds: number;
	readonly requests: number;
	readonly toolCalls: number;
	readonly counters: {
		readonly compactions: number;
		readonly denied: number;
		readonly unknown: number;
		readonly malformed: number;
		readonly toolErrors: number;
	};
	/** SHA-256 of the workspace diff; null when there was no workspace to compare. */
	readonly diff: string | null;
	/** The recording's place in the run folder, without its attempt; null when the trial never began. */
	readonly recording: string | null;
};

/** What stands above the trials. `reason` says why a card is not complete. */
export type CardHead = {
	readonly suite: string;
	readonly plan: PlanDigests;
	readonly complete: boolean;
	readonly reason: string | null;
	readonly arms: readonly ArmInfo[];
	/** Null where the batch had no pool. */
	readonly pool: PlanBook | null;
};

/** The limits of a batch's pool (null: not kept) and what its trials were charged, each at most its hold. */
export type PlanBook = {
	readonly tokens: number | null;
	readonly nanoUsd: number | null;
	readonly chargedTokens: number;
	readonly chargedNanoUsd: number;
};
