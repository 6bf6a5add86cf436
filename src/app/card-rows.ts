import { isGraded } from "../agent/stop-code.ts";
import { recordedGrading } from "../batch/recorded-grading.ts";
import { type GradingSubject, gradeTrial } from "../grade/trial.ts";
import type { Evidence } from "../recording/evidence.ts";
import { readEvidence } from "../recording/fold.ts";
import type { RecordingHeader } from "../recording/line.ts";
import { readRecording } from "../recording/reader.ts";
import { recordingPath } from "../recording/run-folder.ts";
import { type TrialKey, trialId } from "../recording/trial-key.ts";
import { rowOfTrial, rowOfUnbegun } from "../report/row-of-trial.ts";
import type { TrialRow } from "../report/trial-row.ts";
import { type FinishRecord, plannedKeys, type RunIndex, unbegunCode } from "./run-index.ts";

/** What a recorded trial is graded by: the case as it was recorded, or as its file says today. */
export type GradingOf = (key: TrialKey, header: RecordingHeader) => Promise<GradingSubject>;

/**
 * The rows of a card, in card order, each graded anew from its recording: a card is a function of the plan and what was
 * recorded, and nothing else. One trial is held at a time. Throws a UsageError where a recording is not as it was written.
 */
export async function* cardRows(index: RunIndex, gradingOf: GradingOf): AsyncGenerator<TrialRow> {
	const { directory, header, finished } = index;
	const gradingFor = onePerCase(gradingOf);
	for (const subject of plannedKeys(header)) {
		const finish = finished.get(trialId(subject.key));
		if (finish === undefined) {
			yield rowOfUnbegun(subject, unbegunCode(index));
			continue;
		}
		const recorded = await readTrial(directory, finish);
		const grading = isGraded(recorded.evidence.outcome.cause.code) ? await gradingFor(subject.key, recorded.header) : NOTHING;
		yield rowOfTrial(subject, recorded.evidence, gradeTrial(grading, recorded.evidence));
	}
}

/** An ungraded end is held against nothing. */
const NOTHING: GradingSubject = { expect: [], digestOf: () => "" };

/** Grades by the case that the recording holds. */
export const gradingAsRecorded: GradingOf = async (_, header) => recordedGrading(header);

type Recorded = { readonly header: RecordingHeader; readonly evidence: Evidence };

async function readTrial(directory: string, { key, sha256 }: FinishRecord): Promise<Recorded> {
	const { header, evidence } = await readEvidence(readRecording(recordingPath(directory, key), sha256));
	if (header === null) throw new Error(`the recording of ${trialId(key)} has no head`);
	return { header, evidence };
}

/** Repeats of one case under one arm stand together, so the last one is kept. */
function onePerCase(gradingOf: GradingOf): GradingOf {
	let last: { readonly of: string; readonly grading: GradingSubject } | null = null;
	return async (key, header) => {
		const of = `${key.arm}/${key.caseId}`;
		if (last?.of !== of) last = { of, grading: await gradingOf(key, header) };
		return last.grading;
	};
}
