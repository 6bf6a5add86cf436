import type { RunOutcome } from "../agent/run.ts";
import { isGraded, type StopCause, type StopCode } from "../agent/stop-code.ts";
import { messageOf } from "../core/error.ts";
import { NO_USAGE } from "../core/usage.ts";
import type { Grade } from "../grade/grade.ts";
import { gradeTrial } from "../grade/trial.ts";
import type { OutcomeEvidence } from "../recording/evidence.ts";
import type { Telemetry } from "../recording/journal-record.ts";
import { type Recorder, startRecorder } from "../recording/recorder.ts";
import { recordingPath } from "../recording/run-folder.ts";
import type { AttemptKey } from "../recording/trial-key.ts";
import { scrubber, scrubJson } from "../workspace/scrub.ts";
import { gather } from "./gather.ts";
import { type OpenTrial, openTrial } from "./open.ts";
import type { PlannedTrial } from "./plan.ts";
import { runSubject } from "./run-subject.ts";
import type { BatchSetting } from "./setting.ts";
import { type Staged, stageTrial } from "./stage.ts";

export type FinishedTrial = {
	readonly key: AttemptKey;
	readonly stop: StopCode;
	/** What explains an end that is no verdict on the model; null when there is nothing to explain. */
	readonly message: string | null;
	readonly sha256: string;
	readonly grade: Grade;
	readonly telemetry: Telemetry;
};

/**
 * One trial whole: stage → run → gather → grade → record. Whatever goes wrong inside becomes an end of this trial and the
 * others go on; only a recording that cannot be written rejects.
 */
export async function runTrial(setting: BatchSetting, planned: PlannedTrial): Promise<FinishedTrial> {
	const beganMs = setting.clock.nowMs();
	const trial = await openTrial(setting, planned);
	const staged = await stageTrial(setting, trial);
	try {
		const recorder = await startRecorder(recordingPath(setting.runDirectory, trial.key), trial.header, scrubOf(setting, staged));
		const { outcome, counted } = await play(setting, trial, { staged, recorder });
		recorder.write({ type: "outcome", outcome });
		const { sha256 } = await recorder.close();
		const grade = gradeTrial(trial.grading, recorder.evidence());
		const { code, message } = recorder.evidence().outcome.cause;
		const telemetry = { wallMs: Math.round(setting.clock.nowMs() - beganMs), ...counted };
		return { key: trial.key, stop: code, message: message ?? null, sha256, grade, telemetry };
	} finally {
		if (!setting.keepWorkspaces) await staged.dispose();
	}
}

type Played = { readonly outcome: OutcomeEvidence; readonly counted: Omit<Telemetry, "wallMs"> };
type Stagehands = { readonly staged: Staged; readonly recorder: Recorder };

async function play(setting: BatchSetting, trial: OpenTrial, { staged, recorder }: Stagehands): Promise<Played> {
	if (staged.workspace === null) return ended({ code: "setup_error", message: staged.problem });
	let failed = 0;
	const emit: Recorder["emit"] = (event) => {
		if (event.type === "reply" && !event.reply.ok) failed += 1;
		recorder.emit(event);
	};
	try {
		const run = await runSubject(setting, trial, { workspace: staged.workspace, emit });
		await gather(setting, trial, { staged, recorder, graded: isGraded(run.cause.code) });
		// A run that had ended well is still without a verdict when its graders were cut off.
		const outcome = setting.cancel.cancelled ? { ...outcomeOf(run), cause: CANCELLED } : outcomeOf(run);
		return { outcome, counted: { requestsFailed: failed, sleptMs: Math.round(run.idleMs) } };
	} catch (error) {
		return ended({ code: "harness_error", message: messageOf(error) });
	}
}

const CANCELLED: StopCause = { code: "cancelled" };

function ended(cause: StopCause): Played {
	const outcome = { cause, usage: NO_USAGE, nanoUsd: 0, rounds: 0, requests: 0, compactions: 0 };
	return { outcome, counted: { requestsFailed: 0, sleptMs: 0 } };
}

function outcomeOf({ cause, usage, nanoUsd, rounds, requests, compactions }: RunOutcome): OutcomeEvidence {
	return { cause, usage, nanoUsd, rounds, requests, compactions };
}

/** Names of this machine and secrets reach neither the recording nor the card. */
function scrubOf(setting: BatchSetting, staged: Staged): (value: Parameters<typeof scrubJson>[0]) => ReturnType<typeof scrubJson> {
	const scrub = scrubber([...setting.secrets, ...staged.names]);
	return (value) => scrubJson(value, scrub);
}
