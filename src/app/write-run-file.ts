import { hostname, platform } from "node:os";
import { join } from "node:path";
import type { BatchSetting } from "../batch/setting.ts";
import type { JsonObject } from "../core/json.ts";
import { RUN_FILES } from "../recording/run-folder.ts";
import { trialId } from "../recording/trial-key.ts";
import { type RunTrial, runText } from "../report/run-json.ts";
import { writeAtomic } from "../report/write-atomic.ts";
import type { CashBook } from "./cash-book.ts";
import { gitState } from "./git-state.ts";
import { plannedKeys, type RunIndex } from "./run-index.ts";
import { VERSION } from "./version.ts";

export type RunFacts = {
	readonly setting: BatchSetting;
	readonly cash: CashBook;
	readonly ended: string;
	readonly flags: JsonObject;
};

/** Writes `run.json`: everything of this run that another one with the same outcomes would have otherwise. */
export async function writeRunFile(index: RunIndex, { setting, cash, ended, flags }: RunFacts): Promise<void> {
	const head = {
		started: index.header.started,
		ended,
		host: hostname(),
		platform: `${platform()} ${process.arch}`,
		node: process.version,
		version: VERSION,
		git: await gitState(setting.config.root),
		isolation: setting.isolation.level,
		concurrency: setting.concurrency,
		flags,
		cash: cash.spent(),
	};
	await writeAtomic(join(index.directory, RUN_FILES.run), runText(head, runTrials(index)));
}

async function* runTrials(index: RunIndex): AsyncGenerator<RunTrial> {
	for (const { key } of plannedKeys(index.header)) {
		const finish = index.finished.get(trialId(key));
		if (finish === undefined) continue;
		const { message, workspace, telemetry } = finish;
		yield { id: trialId(key), attempts: finish.key.attempt, ...telemetry, message, workspace };
	}
}
