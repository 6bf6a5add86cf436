import type { Emit } from "../agent/event.ts";
import type { RunOutcome } from "../agent/run.ts";
import { isGraded, type StopCause } from "../agent/stop-code.ts";
import { messageOf } from "../core/error.ts";
import { emptyOutcome, type OutcomeEvidence } from "../recording/evidence.ts";
import type { Telemetry } from "../recording/journal-record.ts";
import type { Recorder } from "../recording/recorder.ts";
import { gather } from "./gather.ts";
import type { OpenTrial } from "./open.ts";
import { runSubject } from "./run-subject.ts";
import type { BatchSetting } from "./setting.ts";
import type { ReadyWorkspace } from "./stage.ts";

export type Played = { readonly outcome: OutcomeEvidence; readonly counted: Pick<Telemetry, "requestsFailed" | "sleptMs"> };

type Stage = { readonly workspace: ReadyWorkspace; readonly recorder: Recorder };

/** Runs a trial and gathers its evidence. What breaks on the way costs it the verdict, and nothing of what was known by then. */
export async function play(setting: BatchSetting, trial: OpenTrial, stage: Stage): Promise<Played> {
	let requestsFailed = 0;
	const emit: Emit = (event) => {
		if (event.type === "reply" && !event.reply.ok) requestsFailed += 1;
		stage.recorder.emit(event);
	};
	const { idleMs, ...ran } = await run(setting, trial, { workspace: stage.workspace, emit });
	const graded = isGraded(ran.cause.code);
	const broke = await gather(setting, trial, { graded, ...stage }).then(() => null, harnessError);
	const cause = graded ? (broke ?? gradersEnd(stage.recorder) ?? ran.cause) : ran.cause;
	return { outcome: { ...ran, cause }, counted: { requestsFailed, sleptMs: Math.round(idleMs) } };
}

/** A trial that ended before it ran. */
export function unplayed(cause: StopCause, prompts: number): Played {
	return { outcome: emptyOutcome(cause, prompts), counted: { requestsFailed: 0, sleptMs: 0 } };
}

export function harnessError(error: unknown): StopCause {
	return { code: "harness_error", message: messageOf(error) };
}

type Ran = OutcomeEvidence & { readonly idleMs: number };

async function run(setting: BatchSetting, trial: OpenTrial, stage: Parameters<typeof runSubject>[2]): Promise<Ran> {
	try {
		return outcomeOf(await runSubject(setting, trial, stage));
	} catch (error) {
		// What was spent until then is in the cash book and, request by request, in the recording.
		return { ...emptyOutcome(harnessError(error), trial.subject.prompts.length), idleMs: 0 };
	}
}

/** A run that had ended well is still without a verdict when its graders were cut off, or could not start. */
function gradersEnd(recorder: Recorder): StopCause | null {
	const commands = [...recorder.evidence().commands.values()];
	if (commands.some(({ end }) => end === "cancelled")) return { code: "cancelled" };
	const unstarted = commands.find(({ end }) => end === "not-started");
	return unstarted === undefined ? null : { code: "harness_error", message: `verify could not be started: ${unstarted.output}` };
}

function outcomeOf(outcome: RunOutcome): Ran {
	const { cause, usage, nanoUsd, rounds, requests, compactions, owedAnswer, forcedAnswer, endedOnFailedCall, promptsLeft, idleMs } =
		outcome;
	return { cause, usage, nanoUsd, rounds, requests, compactions, owedAnswer, forcedAnswer, endedOnFailedCall, promptsLeft, idleMs };
}
