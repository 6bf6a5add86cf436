import { join } from "node:path";
import { isGraded, type StopCode } from "../agent/stop-code.ts";
import { addCharges } from "../batch/holds.ts";
import { messageOf, UsageError, usageError } from "../core/error.ts";
import { readJournal } from "../recording/journal.ts";
import type { JournalHeader, JournalRecord } from "../recording/journal-record.ts";
import { RUN_FILES } from "../recording/run-folder.ts";
import { type TrialKey, trialId } from "../recording/trial-key.ts";
import type { PlanBook } from "../report/trial-row.ts";

export type FinishRecord = Extract<JournalRecord, { type: "finish" }>;

/** What a run folder's journal says has happened. Trials by id; some figures each, no evidence. */
export type RunIndex = {
	readonly directory: string;
	readonly header: JournalHeader;
	readonly finished: ReadonlyMap<string, FinishRecord>;
	/** The highest attempt that was begun at each trial. */
	readonly attempts: ReadonlyMap<string, number>;
	/** Whether the pool closed before the plan was done. */
	readonly refused: boolean;
	/** Why the batch ended before its plan was done; null when it did not. */
	readonly stopped: string | null;
};

/** Reads a run folder. Throws a UsageError when it is none. */
export async function readRunIndex(directory: string): Promise<RunIndex> {
	const finished = new Map<string, FinishRecord>();
	const attempts = new Map<string, number>();
	let header: JournalHeader | null = null;
	let stopped: string | null = null;
	let refused = false;
	for await (const record of journalOf(directory)) {
		if (record.type === "header") {
			// A batch that goes on begins anew, but for what is over.
			[header, stopped, refused] = [record, null, false];
		} else if (record.type === "admit") attempts.set(trialId(record.key), record.key.attempt);
		else if (record.type === "finish") finished.set(trialId(record.key), record);
		else if (record.type === "refuse") refused = true;
		else if (record.type === "stop") stopped = record.reason;
	}
	if (header === null) throw notARun(directory, "its journal is empty");
	return { directory, header, finished, attempts, refused, stopped };
}

/** Every planned trial with its case's tags, in card order: case, arm, repeat. */
export function* plannedKeys({ cases, arms }: JournalHeader): Generator<{ readonly key: TrialKey; readonly tags: readonly string[] }> {
	for (const { id, tags, repeats } of cases) {
		for (const { arm } of arms) {
			for (let repeat = 1; repeat <= repeats; repeat += 1) yield { key: { caseId: id, arm, repeat }, tags };
		}
	}
}

/** Why a card is not complete, or null: it was told to end, or a trial has no verdict. */
export function incompleteness({ header, finished, refused, stopped }: RunIndex): string | null {
	let isWhole = true;
	let isAllGraded = true;
	for (const { key } of plannedKeys(header)) {
		const finish = finished.get(trialId(key));
		isWhole &&= finish !== undefined;
		isAllGraded &&= finish !== undefined && isGraded(finish.stop);
	}
	if (isAllGraded) return null;
	return stopped ?? (isWhole ? "ungraded" : refused ? "pool" : "interrupted");
}

/** The plan book of a batch with a pool: what its trials were charged, in order of nothing, since sums have none. */
export function planBook({ header, finished }: RunIndex): PlanBook | null {
	if (header.pool === null) return null;
	const planned = Array.from(plannedKeys(header), ({ key }) => finished.get(trialId(key)));
	const { tokens, nanoUsd } = addCharges(planned.flatMap((finish) => (finish === undefined ? [] : [finish.charge])));
	return { ...header.pool, chargedTokens: tokens, chargedNanoUsd: nanoUsd };
}

/** The stop code of trials that never began. */
export function unbegunCode({ refused, stopped }: RunIndex): StopCode {
	if (refused) return "pool_exhausted";
	return stopped === null || stopped === "cancelled" ? "cancelled" : "stop_requested";
}

async function* journalOf(directory: string): AsyncGenerator<JournalRecord> {
	try {
		yield* readJournal(join(directory, RUN_FILES.journal));
	} catch (error) {
		if (error instanceof UsageError) throw error;
		throw notARun(directory, messageOf(error));
	}
}

function notARun(directory: string, why: string): Error {
	return usageError(`${directory} is no run folder: ${why}`, "name a folder that `assay run` wrote");
}
