import { isGraded, type StopCode } from "../agent/stop-code.ts";
import { type Scrub, scrubber } from "../core/scrub.ts";
import { tokensOf } from "../core/usage.ts";
import type { Grade } from "../grade/grade.ts";
import { type GradingSubject, gradeTrial } from "../grade/trial.ts";
import type { OutcomeEvidence } from "../recording/evidence.ts";
import type { Charge, Telemetry } from "../recording/journal-record.ts";
import type { RecordingHeader } from "../recording/line.ts";
import { type Recorder, startRecorder } from "../recording/recorder.ts";
import { recordingPath } from "../recording/run-folder.ts";
import type { AttemptKey } from "../recording/trial-key.ts";
import { isPaid } from "./holds.ts";
import { type OpenTrial, openTrial } from "./open.ts";
import type { AttemptedTrial } from "./plan.ts";
import { harnessError, play, unplayed } from "./play.ts";
import { recordedGrading } from "./recorded-grading.ts";
import type { BatchSetting } from "./setting.ts";
import { type Staged, stageTrial } from "./stage.ts";

export type FinishedTrial = {
	readonly key: AttemptKey;
	readonly stop: StopCode;
	/** What explains the end; null when there is nothing to explain. */
	readonly message: string | null;
	readonly sha256: string;
	readonly grade: Grade;
	/** What the replies that entered its conversation took. */
	readonly charge: Charge;
	/** Where the workspace was kept; null when it is gone. */
	readonly workspace: string | null;
	readonly telemetry: Telemetry;
};

/**
 * One trial whole: stage → run → gather → record → grade. Whatever goes wrong inside becomes an end of this trial and the
 * others go on; only a recording that cannot be written rejects.
 */
export async function runTrial(setting: BatchSetting, planned: AttemptedTrial): Promise<FinishedTrial> {
	const beganMs = setting.clock.nowMs();
	const trial = await openTrial(setting, planned);
	const staged = await stageTrial(setting, trial);
	try {
		const recorder = await startRecorder(recordingPath(setting.runDirectory, trial.key), trial.header, scrubOf(setting, staged));
		const { outcome, counted } =
			staged.problem === null
				? await play(setting, trial, { workspace: staged.workspace, recorder })
				: unplayed(staged.problem, trial.subject.prompts.length);
		const grade = conclude(trial, recorder, outcome);
		const { sha256 } = await recorder.close();
		const { code, message = null } = recorder.evidence().outcome.cause;
		const telemetry = { wallMs: Math.round(setting.clock.nowMs() - beganMs), ...staged.close(), ...counted };
		const charge = isPaid(trial.arm) ? { tokens: tokensOf(outcome.usage), nanoUsd: outcome.nanoUsd } : FREE;
		return { key: trial.key, stop: code, message, sha256, grade, charge, workspace: staged.kept, telemetry };
	} finally {
		staged.close();
		await staged.dispose();
	}
}

const FREE: Charge = { tokens: 0, nanoUsd: 0 };
const UNGRADED: Grade = { verdict: "ungraded", checks: [] };

/** Records the end and grades it. The last outcome of a recording counts: a grader that throws leaves no verdict. */
function conclude(trial: OpenTrial, recorder: Recorder, outcome: OutcomeEvidence): Grade {
	recorder.write({ type: "outcome", outcome });
	if (!isGraded(outcome.cause.code)) return UNGRADED;
	try {
		return gradeTrial(gradingOf(trial, recorder.header), recorder.evidence());
	} catch (error) {
		recorder.write({ type: "outcome", outcome: { ...outcome, cause: harnessError(error) } });
		return UNGRADED;
	}
}

/** By what the recording holds, as its card will be: a scrub may have changed what is expected along with what was said. */
function gradingOf({ grading, header }: OpenTrial, kept: RecordingHeader): GradingSubject {
	const isAsAsked = JSON.stringify(kept.case.source) === JSON.stringify(header.case.source);
	return isAsAsked ? grading : recordedGrading(kept);
}

/** Names of this machine and secrets reach neither the recording nor the card. */
function scrubOf(setting: BatchSetting, staged: Staged): Scrub {
	return scrubber([...setting.secrets, ...staged.names]);
}
