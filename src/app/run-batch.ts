import { NO_HISTORY } from "../batch/history.ts";
import type { Plan } from "../batch/plan.ts";
import type { BatchSetting } from "../batch/setting.ts";
import { UsageError } from "../core/error.ts";
import { systemClock } from "../core/system-clock.ts";
import { type BatchOptions, refuseOddCounts } from "./batch-options.ts";
import { poolOf, priceIn, settingOf } from "./batch-setting.ts";
import { gradingAsRecorded } from "./card-rows.ts";
import { type CashBook, cashBook } from "./cash-book.ts";
import { chooseIsolation } from "./choose-isolation.ts";
import { refuseUnfundable } from "./fund-plan.ts";
import { openModels } from "./open-models.ts";
import { historyOf } from "./resume.ts";
import { makeRunDirectory } from "./run-directory.ts";
import { readRunIndex } from "./run-index.ts";
import { journalHeader, runJournaled } from "./run-journaled.ts";
import { lockRun } from "./run-lock.ts";
import { secretsOf } from "./secrets.ts";
import { refuseUnsandboxed } from "./unsandboxed.ts";
import { type WrittenReports, writeReports } from "./write-reports.ts";
import { writeRunFile } from "./write-run-file.ts";

/** What was written, and what it says. `directory` and `card` are absolute paths. */
export type BatchResult = WrittenReports & { readonly directory: string };

/**
 * Runs a plan and writes its run folder, also when it is told to end early. Throws a UsageError before anything is spent;
 * rejects when the run folder cannot be written, once the trials under way are over.
 */
export async function runBatch(options: BatchOptions): Promise<BatchResult> {
	refuseOddCounts(options);
	const { suite, arms, env = process.env, clock = systemClock } = options;
	const plan: Plan = { suite: suite.config.name, seed: suite.config.seed, cases: suite.cases, arms, repeats: options.repeats ?? null };
	const pool = poolOf(options);
	refuseUnfundable(plan, pool, (arm) => priceIn(suite.config, arm));
	const openModel = await openModels({ suite, arms }, { env, clock });
	const chosen = await chooseIsolation(options.isolation ?? suite.config.isolation, suite.config.mounts);
	if (chosen.isolation.level === "none" && options.allowUnsandboxed !== true) refuseUnsandboxed(suite, arms);
	const directory = options.resume ?? (await makeRunDirectory(options.out ?? null, suite.config.reportsDir, clock.epochMs()));
	const unlock = await lockRun(directory);
	try {
		const observe = options.observe ?? (() => {});
		const history = options.resume == null ? NO_HISTORY : await historyOf(directory, plan, observe);
		const cash = cashBook(options.pool ?? null);
		const secrets = secretsOf(env, [...suite.config.arms, ...arms]);
		const setting = settingOf(options, { directory, openModel, cash, secrets, pool, ...chosen });
		const header = { ...journalHeader(suite, plan, new Date(clock.epochMs()).toISOString()), pool, flags: options.flags ?? {} };
		const settle = stopAfter(options.deadlineMs ?? null, setting);
		await runJournaled(setting, plan, { header, observe, history }).finally(settle);
		const reports = await writeRun(setting, cash, options).catch(asFault);
		return { ...reports, directory };
	} finally {
		await unlock();
	}
}

/** Stops a batch that takes longer; the returned function lets it be. */
function stopAfter(ms: number | null, { clock, stop }: BatchSetting): () => void {
	return ms === null ? () => {} : clock.after(ms, () => stop.cancel({ kind: "deadline" }));
}

async function writeRun(setting: BatchSetting, cash: CashBook, { flags = {} }: BatchOptions): Promise<WrittenReports> {
	const index = await readRunIndex(setting.runDirectory);
	const reports = await writeReports(index, gradingAsRecorded);
	await writeRunFile(index, { setting, cash, ended: new Date(setting.clock.epochMs()).toISOString(), flags });
	return reports;
}

/** Once trials have run, a run folder that cannot be read is no mistake of the user: exit code 2 would say that nothing was spent. */
function asFault(error: unknown): never {
	throw error instanceof UsageError ? new Error(error.message, { cause: error }) : error;
}
