import { join } from "node:path";
import { DEFAULT_RETRY } from "../agent/retry.ts";
import type { Observe } from "../batch/event.ts";
import { type Plan, repeatsOf } from "../batch/plan.ts";
import { planDigests } from "../batch/plan-digests.ts";
import { runTrials } from "../batch/runner.ts";
import type { BatchSetting } from "../batch/setting.ts";
import type { Arm } from "../case/case.ts";
import type { Suite } from "../case/suite.ts";
import type { BudgetPool } from "../core/budget.ts";
import { CancellationToken } from "../core/cancel.ts";
import type { Clock } from "../core/clock.ts";
import type { JsonObject } from "../core/json.ts";
import { systemClock } from "../core/system-clock.ts";
import { noIsolation } from "../isolation/none.ts";
import { createJournal } from "../recording/journal.ts";
import type { JournalHeader } from "../recording/journal-record.ts";
import { RUN_FILES } from "../recording/run-folder.ts";
import { gradingAsRecorded } from "./card-rows.ts";
import { type CashBook, cashBook } from "./cash-book.ts";
import { type Environment, type OpenModel, openModels } from "./open-models.ts";
import { makeRunDirectory } from "./run-directory.ts";
import { readRunIndex } from "./run-index.ts";
import { secretsOf } from "./secrets.ts";
import { type WrittenReports, writeReports } from "./write-reports.ts";
import { writeRunFile } from "./write-run-file.ts";

/** A batch as a caller asks for it. What is left out has the suite's or the program's default. */
export type BatchOptions = {
	readonly suite: Suite;
	readonly arms: readonly Arm[];
	readonly env: Environment;
	/** Repeats of every case; null leaves it to each. */
	readonly repeats?: number | null;
	readonly concurrency?: number;
	/** The run folder; null makes one below the suite's reports. */
	readonly out?: string | null;
	/** Abandons all at once. */
	readonly cancel?: CancellationToken;
	/** Starts nothing more; trials under way end at a round boundary. */
	readonly stop?: CancellationToken;
	/** Told of every reported token; bounds nothing by itself. */
	readonly pool?: BudgetPool;
	readonly keepWorkspaces?: boolean;
	readonly observe?: Observe;
	readonly clock?: Clock;
	/** What was asked for, for `run.json`. */
	readonly flags?: JsonObject;
};

export type BatchResult = WrittenReports & { readonly directory: string };

/** Runs a plan and writes its run folder. Throws a UsageError before anything is spent; a fault of the run folder rejects. */
export async function runBatch(options: BatchOptions): Promise<BatchResult> {
	const { suite, arms, clock = systemClock } = options;
	const plan: Plan = { suite: suite.config.name, seed: suite.config.seed, cases: suite.cases, arms, repeats: options.repeats ?? null };
	const openModel = await openModels(arms, { env: options.env, clock });
	const directory = await makeRunDirectory(options.out ?? null, suite.config.reportsDir, clock.epochMs());
	const cash = cashBook(options.pool);
	const setting = settingOf(options, { directory, openModel, cash });
	const started = new Date(clock.epochMs()).toISOString();
	await runJournaled(setting, plan, { header: headerOf(suite, plan, started), observe: options.observe ?? (() => {}) });
	const index = await readRunIndex(directory);
	const reports = await writeReports(index, gradingAsRecorded());
	await writeRunFile(index, { setting, cash, ended: new Date(clock.epochMs()).toISOString(), flags: options.flags ?? {} });
	return { ...reports, directory };
}

type Made = { readonly directory: string; readonly openModel: OpenModel; readonly cash: CashBook };

function settingOf(options: BatchOptions, { directory, openModel, cash }: Made): BatchSetting {
	const { config } = options.suite;
	const priceOf: BatchSetting["priceOf"] = (arm) => (arm.model === null ? null : (config.prices.get(arm.model) ?? null));
	return {
		config,
		runDirectory: directory,
		clock: options.clock ?? systemClock,
		cancel: options.cancel ?? new CancellationToken(),
		stop: options.stop ?? new CancellationToken(),
		charge: (arm, usage) => {
			if (arm.provider !== "oracle" && arm.provider !== "nop") cash.charge(usage, priceOf(arm));
		},
		isolation: noIsolation,
		concurrency: options.concurrency ?? config.concurrency,
		retry: DEFAULT_RETRY,
		openModel,
		priceOf,
		secrets: secretsOf(options.env, options.arms),
		keepWorkspaces: options.keepWorkspaces ?? false,
	};
}

async function runJournaled(
	setting: BatchSetting,
	plan: Plan,
	{ header, observe }: { readonly header: JournalHeader; readonly observe: Observe },
): Promise<void> {
	const journal = await createJournal(join(setting.runDirectory, RUN_FILES.journal));
	try {
		await journal.append(header);
		await runTrials(setting, plan, { journal, observe });
		const reason = setting.cancel.cancelled ? "cancelled" : setting.stop.cancelled ? "stopped" : null;
		if (reason !== null) await journal.append({ type: "stop", reason });
	} finally {
		await journal.close();
	}
}

function headerOf({ config, fixtures }: Suite, plan: Plan, started: string): JournalHeader {
	return {
		type: "header",
		schema: 1,
		suite: plan.suite,
		config: config.file,
		plan: planDigests(plan, fixtures),
		arms: plan.arms.map(({ name, provider, model }) => ({ arm: name, provider, model })),
		cases: plan.cases.map((subject) => ({ id: subject.id, tags: subject.tags, repeats: repeatsOf(plan, subject) })),
		started,
	};
}
