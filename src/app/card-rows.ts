import { decodeCaseSource } from "../case/arm-case.ts";
import type { DigestOf } from "../grade/checks.ts";
import { type GradingSubject, gradeTrial } from "../grade/trial.ts";
import { verifiesOf } from "../grade/verify-files.ts";
import { readEvidence } from "../recording/fold.ts";
import type { RecordingHeader } from "../recording/line.ts";
import { readRecording } from "../recording/reader.ts";
import { recordingPath } from "../recording/run-folder.ts";
import { trialId } from "../recording/trial-key.ts";
import { rowOfTrial, rowOfUnbegun } from "../report/row-of-trial.ts";
import type { TrialRow } from "../report/trial-row.ts";
import { plannedKeys, type RunIndex, unbegunCode } from "./run-index.ts";

/** What a recorded trial is graded by: the case as it was recorded, or as its file says today. */
export type GradingOf = (header: RecordingHeader) => Promise<GradingSubject>;

/**
 * The rows of a card, in card order, each graded anew from its recording: a card is a function of the plan and what was
 * recorded, and nothing else. One trial is held at a time.
 */
export async function* cardRows(index: RunIndex, gradingOf: GradingOf): AsyncGenerator<TrialRow> {
	for (const subject of plannedKeys(index.header)) {
		const finish = index.finished.get(trialId(subject.key));
		if (finish === undefined) {
			yield rowOfUnbegun(subject, unbegunCode(index));
			continue;
		}
		const { header, evidence } = await readEvidence(readRecording(recordingPath(index.directory, finish.key)));
		if (header === null) throw new Error(`the recording of ${trialId(subject.key)} has no head`);
		yield rowOfTrial(subject, evidence, gradeTrial(await gradingOf(header), evidence));
	}
}

/** Grades by the case that the recording holds. Repeats of one case stand together, so the last one is kept. */
export function gradingAsRecorded(): GradingOf {
	let last: { readonly of: string; readonly grading: GradingSubject } | null = null;
	return async (header) => {
		const of = `${header.key.arm}/${header.key.caseId}`;
		if (last?.of !== of) last = { of, grading: recordedGrading(header) };
		return last.grading;
	};
}

function recordedGrading({ key, case: recorded, verify }: RecordingHeader): GradingSubject {
	const { expect } = decodeCaseSource(recorded.source, { id: key.caseId, file: recorded.file, digest: recorded.digest });
	const digests = new Map(verifiesOf(expect).map((expectation, at) => [expectation, verify[at] ?? ""]));
	const digestOf: DigestOf = (expectation) => digests.get(expectation) ?? "";
	return { expect, digestOf };
}
