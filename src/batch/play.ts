import type { Emit } from "../agent/event.ts";
import type { RunOutcome } from "../agent/run.ts";
import { isGraded, type StopCause } from "../agent/stop-code.ts";
import { messageOf } from "../core/error.ts";
import { NO_USAGE } from "../core/usage.ts";
import type { OutcomeEvidence } from "../recording/evidence.ts";
import type { Telemetry } from "../recording/journal-record.ts";
import type { Recorder } from "../recording/recorder.ts";
import { gather } from "./gather.ts";
import type { OpenTrial } from "./open.ts";
import { runSubject } from "./run-subject.ts";
import type { BatchSetting } from "./setting.ts";
import type { ReadyWorkspace } from "./stage.ts";

export type Played = { readonly outcome: OutcomeEvidence; readonly counted: Omit<Telemetry, "wallMs"> };

type Stage = { readonly workspace: ReadyWorkspace; readonly recorder: Recorder };

/** Runs a trial and gathers its evidence. What breaks on the way costs it the verdict, and nothing of what was known by then. */
export async function play(setting: BatchSetting, trial: OpenTrial, stage: Stage): Promise<Played> {
	let requestsFailed = 0;
	const emit: Emit = (event) => {
		if (event.type === "reply" && !event.reply.ok) requestsFailed += 1;
		stage.recorder.emit(event);
	};
	const run = await runSubject(setting, trial, { workspace: stage.workspace, emit }).catch(brokenRun);
	const graded = isGraded(run.cause.code);
	const broke = await gather(setting, trial, { graded, ...stage }).then(() => null, harnessError);
	const cause = graded ? (broke ?? cutOff(stage.recorder) ?? run.cause) : run.cause;
	return { outcome: { ...outcomeOf(run), cause }, counted: { requestsFailed, sleptMs: Math.round(run.idleMs) } };
}

/** A trial that ended before it ran. */
export function unplayed(cause: StopCause): Played {
	const outcome = { cause, usage: NO_USAGE, nanoUsd: 0, rounds: 0, requests: 0, compactions: 0 };
	return { outcome, counted: { requestsFailed: 0, sleptMs: 0 } };
}

export function harnessError(error: unknown): StopCause {
	return { code: "harness_error", message: messageOf(error) };
}

/** What a run spent that broke off in the kernel is in the cash book and, request by request, in the recording. */
function brokenRun(error: unknown): RunOutcome {
	return { ...unplayed(harnessError(error)).outcome, turns: [], calls: [], idleMs: 0 };
}

/** A run that had ended well is still without a verdict when its graders were cut off. */
function cutOff(recorder: Recorder): StopCause | null {
	return [...recorder.evidence().commands.values()].some(({ end }) => end === "cancelled") ? { code: "cancelled" } : null;
}

function outcomeOf({ cause, usage, nanoUsd, rounds, requests, compactions }: RunOutcome): OutcomeEvidence {
	return { cause, usage, nanoUsd, rounds, requests, compactions };
}
