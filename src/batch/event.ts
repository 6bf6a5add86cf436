import type { StopCode } from "../agent/stop-code.ts";
import type { Check, Verdict } from "../grade/grade.ts";
import type { Level } from "../isolation/command.ts";
import type { TrialKey } from "../recording/trial-key.ts";

/** A trial that was over and is run again, by id, and why. */
export type Again = { readonly trial: string; readonly why: string };

/** What a reporter is told, in the order in which it happens. */
export type BatchEvent =
	/** Before all others, where a run folder is gone on with: how many of its trials stay, and which were over and are run again. */
	| { readonly type: "batch-resume"; readonly kept: number; readonly again: readonly Again[] }
	| {
			readonly type: "batch-start";
			readonly planned: number;
			/** The level at which commands run. */
			readonly isolation: Level;
			/** What a user should know of that; null when they have what they asked for. */
			readonly notice: string | null;
	  }
	| { readonly type: "trial-start"; readonly key: TrialKey }
	| {
			readonly type: "trial-end";
			readonly key: TrialKey;
			readonly verdict: Verdict;
			readonly stop: StopCode;
			/** The checks that failed. */
			readonly failed: readonly Check[];
			readonly message: string | null;
			/** Where the workspace was kept; null when it is gone. */
			readonly workspace: string | null;
			readonly wallMs: number;
	  }
	| { readonly type: "batch-end" };

/** Synchronous and may not throw: a reporter has no say in the batch. */
export type Observe = (event: BatchEvent) => void;
