import { isDenied, isToolError } from "../agent/call.ts";
import type { StopCode } from "../agent/stop-code.ts";
import { NO_USAGE } from "../core/usage.ts";
import type { Grade } from "../grade/grade.ts";
import type { Evidence } from "../recording/evidence.ts";
import { recordingStem } from "../recording/run-folder.ts";
import type { TrialKey } from "../recording/trial-key.ts";
import { digestOfDiff } from "../workspace/diff.ts";
import type { TrialRow } from "./trial-row.ts";

export type RowSubject = { readonly key: TrialKey; readonly tags: readonly string[] };

/** The row of a trial that was recorded. */
export function rowOfTrial({ key, tags }: RowSubject, evidence: Evidence, grade: Grade): TrialRow {
	const { calls, diff, outcome } = evidence;
	const { cause, usage, nanoUsd, rounds, requests, compactions, owedAnswer, forcedAnswer, endedOnFailedCall } = outcome;
	return {
		tags,
		verdict: grade.verdict,
		stop: cause.code,
		end: { owedAnswer, forcedAnswer, endedOnFailedCall },
		checks: grade.checks,
		usage,
		nanoUsd,
		rounds,
		requests,
		toolCalls: calls.length,
		counters: {
			compactions,
			denied: calls.filter(isDenied).length,
			unknown: calls.filter((call) => call.settledBy === "unknown").length,
			malformed: calls.filter((call) => call.settledBy === "malformed").length,
			toolErrors: calls.filter(isToolError).length,
		},
		diff: diff === null ? null : digestOfDiff(diff),
		recording: recordingStem(key),
		// Last: what begins with a spread has a hidden class of its own in Node 20, at twice the memory and many times the work.
		...key,
	};
}

/** The row of a trial that was planned and never began: it is counted, so that no rate hides it. */
export function rowOfUnbegun({ key, tags }: RowSubject, stop: StopCode): TrialRow {
	return {
		tags,
		verdict: "ungraded",
		stop,
		end: { owedAnswer: true, forcedAnswer: false, endedOnFailedCall: false },
		checks: [],
		usage: NO_USAGE,
		nanoUsd: 0,
		rounds: 0,
		requests: 0,
		toolCalls: 0,
		counters: { compactions: 0, denied: 0, unknown: 0, malformed: 0, toolErrors: 0 },
		diff: null,
		recording: null,
		// Last, as above.
		...key,
	};
}
