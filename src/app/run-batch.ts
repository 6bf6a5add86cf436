import type { Observe } from "../batch/event.ts";
import { isPaid } from "../batch/holds.ts";
import type { Plan } from "../batch/plan.ts";
import type { BatchSetting } from "../batch/setting.ts";
import type { Arm } from "../case/case.ts";
import type { Suite, SuiteConfig } from "../case/suite.ts";
import { CancellationToken } from "../core/cancel.ts";
import type { Clock } from "../core/clock.ts";
import { type Problem, UsageError } from "../core/error.ts";
import type { JsonObject } from "../core/json.ts";
import type { BudgetPool } from "../core/pool.ts";
import type { Price } from "../core/price.ts";
import { systemClock } from "../core/system-clock.ts";
import type { AskedLevel } from "../isolation/command.ts";
import type { PoolLimits } from "../recording/journal-record.ts";
import { gradingAsRecorded } from "./card-rows.ts";
import { type CashBook, cashBook } from "./cash-book.ts";
import { chooseIsolation } from "./choose-isolation.ts";
import { refuseUnfundable } from "./fund-plan.ts";
import { type Environment, openModels } from "./open-models.ts";
import { providerPauses } from "./provider-pauses.ts";
import { FRESH, type Resumed, readResumed } from "./resume.ts";
import { makeRunDirectory } from "./run-directory.ts";
import { readRunIndex } from "./run-index.ts";
import { journalHeader, runJournaled } from "./run-journaled.ts";
import { lockRun } from "./run-lock.ts";
import { secretsOf } from "./secrets.ts";
import { refuseUnsandboxed } from "./unsandboxed.ts";
import { type WrittenReports, writeReports } from "./write-reports.ts";
import { writeRunFile } from "./write-run-file.ts";

/** A batch as a caller asks for it. What is left out has the suite's or the program's default. */
export type BatchOptions = {
	readonly suite: Suite;
	/** As `chooseArms` gives them: sorted by name, able to play the suite. */
	readonly arms: readonly Arm[];
	/** Where keys are looked up and secrets are known from; else the process's own variables. */
	readonly env?: Environment;
	/** Repeats of every case; null leaves it to each. */
	readonly repeats?: number | null;
	/** Trials at once. */
	readonly concurrency?: number;
	/** The run folder, new or empty; null makes one below the suite's reports. */
	readonly out?: string | null;
	/** A run folder to go on with, in place of `out`: what is over in it stays, as far as it still means the same. */
	readonly resume?: string | null;
	/** Abandons all at once. */
	readonly cancel?: CancellationToken;
	/** Starts nothing more; trials under way end at a round boundary. */
	readonly stop?: CancellationToken;
	/** Told of every token that a provider reports, failed attempts included; bounds nothing by itself. */
	readonly pool?: BudgetPool;
	/** What all trials may take together, admitted in plan order; what is left out is the suite's. */
	readonly limits?: Partial<PoolLimits>;
	/** How commands are kept in; else what the suite says, else `auto`. */
	readonly isolation?: AskedLevel;
	/** As root: lets a live model's commands run without isolation. */
	readonly allowUnsandboxed?: boolean;
	/** Leaves every trial's workspace on the disk; `trial-end` and `run.json` say where. */
	readonly keepWorkspaces?: boolean;
	/** Told what happens, as it happens. May not throw. */
	readonly observe?: Observe;
	readonly clock?: Clock;
	/** What was asked for, for `run.json`. */
	readonly flags?: JsonObject;
};

/** What was written, and what it says. `directory` and `card` are absolute paths. */
export type BatchResult = WrittenReports & {
	readonly directory: string;
	/** Trials of a resumed run that were over and were run again, and why. */
	readonly again: Resumed["again"];
};

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
	const openModel = await openModels({ arms, cases: suite.cases }, { env, clock });
	const chosen = await chooseIsolation(options.isolation ?? suite.config.isolation, suite.config.mounts);
	if (chosen.isolation.level === "none" && options.allowUnsandboxed !== true) refuseUnsandboxed(suite, arms);
	const directory = options.resume ?? (await makeRunDirectory(options.out ?? null, suite.config.reportsDir, clock.epochMs()));
	const unlock = await lockRun(directory);
	try {
		const { history, again } = options.resume == null ? FRESH : await readResumed(directory, plan);
		const cash = cashBook(options.pool ?? null);
		const secrets = secretsOf(env, [...suite.config.arms, ...arms]);
		const setting = settingOf(options, { directory, openModel, cash, secrets, pool, ...chosen });
		const header = { ...journalHeader(suite, plan, new Date(clock.epochMs()).toISOString()), pool };
		await runJournaled(setting, plan, { header, observe: options.observe ?? (() => {}), history });
		const reports = await writeRun(setting, cash, options).catch(asFault);
		return { ...reports, directory, again };
	} finally {
		await unlock();
	}
}

function refuseOddCounts({ concurrency = 1, repeats }: BatchOptions): void {
	const problems = Object.entries({ concurrency, repeats: repeats ?? 1 }).flatMap(([name, value]): Problem[] => {
		if (Number.isSafeInteger(value) && value > 0) return [];
		const what = `${name} is no whole number above 0: ${value}`;
		return [{ file: null, line: null, column: null, what, remedy: `give it as in {${name}: 4}` }];
	});
	if (problems.length > 0) throw new UsageError(problems);
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

type Made = Pick<BatchSetting, "openModel" | "secrets" | "isolation" | "notice" | "pool"> & {
	readonly directory: string;
	readonly cash: CashBook;
};

function settingOf(options: BatchOptions, { directory, cash, ...made }: Made): BatchSetting {
	const { config } = options.suite;
	const priceOf: BatchSetting["priceOf"] = (arm) => priceIn(config, arm);
	const stop = options.stop ?? new CancellationToken();
	return {
		config,
		runDirectory: directory,
		clock: options.clock ?? systemClock,
		cancel: options.cancel ?? new CancellationToken(),
		stop,
		charge: (arm, usage) => {
			if (!isPaid(arm)) return;
			cash.charge(usage, priceOf(arm));
			if (isWasted(cash, made.pool, config.pool.waste)) stop.cancel({ kind: "cash" });
		},
		concurrency: options.concurrency ?? config.concurrency,
		pauseOf: providerPauses(options.clock ?? systemClock),
		priceOf,
		keepWorkspaces: options.keepWorkspaces ?? false,
		...made,
	};
}

/** Null where neither the caller nor the suite bounds anything. */
function poolOf({ suite, limits = {} }: BatchOptions): PoolLimits | null {
	const { tokens, nanoUsd } = { ...suite.config.pool, ...limits };
	return tokens === null && nanoUsd === null ? null : { tokens, nanoUsd };
}

function priceIn({ prices }: SuiteConfig, { model }: Arm): Price | null {
	return model === null ? null : (prices.get(model) ?? null);
}

/** Failed attempts cost money that no plan knows of: so much of it, and the batch ends as at Ctrl-C (DESIGN §6). */
function isWasted(cash: CashBook, pool: PoolLimits | null, waste: number): boolean {
	if (pool === null) return false;
	const { tokens, nanoUsd } = cash.spent();
	const over = (spent: number, limit: number | null): boolean => limit !== null && spent >= limit * (1 + waste);
	return over(tokens, pool.tokens) || over(nanoUsd, pool.nanoUsd);
}
