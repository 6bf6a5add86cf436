import { decodeCaseSource } from "../case/arm-case.ts";
import type { GradingSubject } from "../grade/trial.ts";
import { verifiesOf } from "../grade/verify-files.ts";
import type { RecordingHeader } from "../recording/line.ts";

/** What the case of a recording, as it stands there, grades it by. */
export function recordedGrading({ key, case: recorded, verify }: RecordingHeader): GradingSubject {
	const { expect } = decodeCaseSource(recorded.source, { id: key.caseId, file: recorded.file, digest: recorded.digest });
	const digests = new Map(verifiesOf(expect).map((expectation, at) => [expectation, verify[at] ?? ""]));
	return { expect, digestOf: (expectation) => digests.get(expectation) ?? "" };
}
