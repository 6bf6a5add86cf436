import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { StopCode } from "../agent/stop-code.ts";
import type { Again, Observe } from "../batch/event.ts";
import { type History, NO_HISTORY } from "../batch/history.ts";
import { type Plan, type PlannedTrial, repeatsOf } from "../batch/plan.ts";
import { messageOf, usageError } from "../core/error.ts";
import { readJournal } from "../recording/journal.ts";
import type { Charge, JournalHeader } from "../recording/journal-record.ts";
import { RECORDING_SCHEMA, type RecordingHeader } from "../recording/line.ts";
import { readRecording } from "../recording/reader.ts";
import { RUN_FILES, recordingPath } from "../recording/run-folder.ts";
import type { TrialKey } from "../recording/trial-key.ts";
import { type FinishRecord, type RunIndex, readRunIndex } from "./run-index.ts";
import { LOCK_NAME } from "./run-lock.ts";

/** Ends that the batch was told, or that broke the harness: nothing of them is a result. */
const CUT_OFF: ReadonlySet<StopCode> = new Set<StopCode>(["cancelled", "stop_requested", "harness_error"]);

/**
 * What of a run folder can stay under a plan: trials that came to an end of their own, of the same case, fixture, arm and
 * tools, whose recording is as it was written. A folder that is missing or empty starts afresh; of another, `observe` is told
 * what stays and what does not. Throws a UsageError where it holds the run of another plan (suite, seed or arms).
 */
export async function historyOf(directory: string, plan: Plan, observe: Observe): Promise<History> {
	if (await isEmpty(directory)) return NO_HISTORY;
	const index = await readRunIndex(directory);
	refuseOther(index, plan);
	const plannedAs = lookUp(plan);
	const kept = new Map<string, Charge>();
	const again: Again[] = [];
	for (const [trial, finish] of index.finished) {
		const planned = plannedAs(finish.key);
		if (planned === null) continue;
		const why = await whyAgain(directory, finish, planned);
		if (why === null) kept.set(trial, finish.charge);
		else again.push({ trial, why });
	}
	observe({ type: "batch-resume", kept: kept.size, again });
	return { kept, attempts: index.attempts };
}

/** What the run of a folder was begun with, from its journal; null where there is none yet. Throws a UsageError on a folder that holds something else. */
export async function beginningOf(directory: string): Promise<Pick<JournalHeader, "config" | "flags"> | null> {
	return (await isEmpty(directory)) ? null : (await readRunIndex(directory)).header;
}

/** Also where a kill came before the first record was whole. */
async function isEmpty(directory: string): Promise<boolean> {
	const names: readonly string[] = await readdir(directory).catch(() => []);
	if (!names.every((name) => name === LOCK_NAME || name === RUN_FILES.journal)) return false;
	if (!names.includes(RUN_FILES.journal)) return true;
	for await (const _ of readJournal(join(directory, RUN_FILES.journal))) return false;
	return true;
}

function refuseOther({ directory, header }: RunIndex, plan: Plan): void {
	const arms = (names: readonly string[]): string => names.toSorted().join(", ");
	const was = { suite: header.suite, seed: header.plan.seed, arms: arms(header.arms.map(({ arm }) => arm)) };
	const is = { suite: plan.suite, seed: plan.seed, arms: arms(plan.arms.map(({ name }) => name)) };
	const other = (["suite", "seed", "arms"] as const).filter((key) => was[key] !== is[key]);
	if (other.length === 0) return;
	const what = other.map((key) => `${key} ${was[key]}, and not ${is[key]}`).join("; ");
	throw usageError(`${directory} is the run of another plan: ${what}`, "resume it as it was begun, or name another folder with -o");
}

type Planned = Pick<PlannedTrial, "subject" | "arm">;

/** What a plan has under a key; null where it has no such trial. */
function lookUp(plan: Plan): (key: TrialKey) => Planned | null {
	const cases = new Map(plan.cases.map((subject) => [subject.id, subject]));
	const arms = new Map(plan.arms.map((arm) => [arm.name, arm]));
	return (key) => {
		const [subject, arm] = [cases.get(key.caseId), arms.get(key.arm)];
		return subject === undefined || arm === undefined || key.repeat > repeatsOf(plan, subject) ? null : { subject, arm };
	};
}

/** Null where a trial that was over may stay so. */
async function whyAgain(directory: string, finish: FinishRecord, { subject, arm }: Planned): Promise<string | null> {
	if (CUT_OFF.has(finish.stop)) return `it was cut off (${finish.stop})`;
	try {
		const header = await headOf(recordingPath(directory, finish.key), finish.sha256);
		if (header.schema !== RECORDING_SCHEMA) return "it was recorded by another version";
		if (header.case.digest !== subject.digest) return "its case has changed";
		return header.arm.digest === arm.digest ? null : "its arm has changed";
	} catch (error) {
		return messageOf(error);
	}
}

/** Read to its end, so that one that was torn or changed is known before its card is written. */
async function headOf(path: string, sha256: string): Promise<RecordingHeader> {
	let head: RecordingHeader | null = null;
	for await (const line of readRecording(path, sha256)) if (line.type === "recording") head = line;
	if (head === null) throw new Error("its recording has no head");
	return head;
}
