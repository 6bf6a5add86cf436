import { join } from "node:path";
import { type AttemptKey, type TrialKey, trialId } from "./trial-key.ts";

/** The files of a run folder (DESIGN §4). */
export const RUN_FILES = {
	journal: "journal.jsonl",
	card: "scorecard.json",
	run: "run.json",
	markdown: "scorecard.md",
	junit: "junit.xml",
} as const;

/** Where a trial's recordings stand in the run folder, without the attempt: the same for every way the trial went. */
export function recordingStem(key: TrialKey): string {
	return `trials/${trialId(key)}`;
}

export function recordingPath(runDirectory: string, key: AttemptKey): string {
	return join(runDirectory, `${recordingStem(key)}.${key.attempt}.jsonl`);
}
