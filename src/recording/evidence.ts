import type { CallRecord } from "../agent/call.ts";
import type { StopCause } from "../agent/stop-code.ts";
import { NO_USAGE, type Usage } from "../core/usage.ts";
import type { WorkspaceChange } from "../workspace/change.ts";

/** One turn as it ended. */
export type TurnEvidence = {
	readonly turn: number;
	/** The last visible text of the model. */
	readonly text: string;
	readonly cause: StopCause;
	readonly rounds: number;
	readonly usage: Usage;
};

/** What a grader's command came to, keyed by what was run. */
export type CommandEvidence = {
	/** SHA-256 over the command and the files copied in for it. */
	readonly digest: string;
	readonly run: string;
	readonly exitCode: number | null;
	readonly end: "exited" | "timed-out" | "cancelled" | "not-started";
	/** The end of stdout and stderr, for people; never in the card. */
	readonly output: string;
};

/** A file that an expectation names, as it was when the run had ended. `text` is null when it is missing, too large or no UTF-8. */
export type FileEvidence = {
	readonly path: string;
	readonly exists: boolean;
	readonly sha256: string | null;
	readonly text: string | null;
};

/** The end of a trial. Usage and money are of replies that entered the conversation. */
export type OutcomeEvidence = {
	readonly cause: StopCause;
	readonly usage: Usage;
	readonly nanoUsd: number;
	readonly rounds: number;
	readonly requests: number;
	readonly compactions: number;
	/** It ended where the model was still to say something. */
	readonly owedAnswer: boolean;
	/** The answer was asked for by itself, after a bound. */
	readonly forcedAnswer: boolean;
	/** It completed, and its last call had gone wrong. */
	readonly endedOnFailedCall: boolean;
	/** Prompts of the case that were not played. */
	readonly promptsLeft: number;
};

/** The end of a trial that did nothing. */
export function emptyOutcome(cause: StopCause, promptsLeft = 0): OutcomeEvidence {
	return {
		cause,
		usage: NO_USAGE,
		nanoUsd: 0,
		rounds: 0,
		requests: 0,
		compactions: 0,
		owedAnswer: true,
		forcedAnswer: false,
		endedOnFailedCall: false,
		promptsLeft,
	};
}

/** All that a grader may see of one trial. Folded from its recording, so that a grade today and a grade next year read the same. */
export type Evidence = {
	readonly turns: readonly TurnEvidence[];
	/** In call order. */
	readonly calls: readonly CallRecord[];
	/** Null when no workspace was left to compare. */
	readonly diff: readonly WorkspaceChange[] | null;
	readonly files: ReadonlyMap<string, FileEvidence>;
	readonly commands: ReadonlyMap<string, CommandEvidence>;
	readonly outcome: OutcomeEvidence;
};
