import { resolve } from "node:path";
import { chooseArms } from "../../app/choose-arms.ts";
import { openSuite } from "../../app/open-suite.ts";
import { type BatchResult, runBatch } from "../../app/run-batch.ts";
import type { Arm } from "../../case/case.ts";
import { scaled } from "../../case/document/decimal.ts";
import { parseDuration } from "../../case/document/duration.ts";
import type { Suite } from "../../case/suite.ts";
import { usageError } from "../../core/error.ts";
import { ASKED_LEVELS, type AskedLevel } from "../../isolation/command.ts";
import type { PoolLimits } from "../../recording/journal-record.ts";
import { askedOf } from "../asked.ts";
import type { Arguments, Io } from "../option.ts";
import { reportersOf } from "../reporters.ts";
import { resumedArguments } from "../resumed.ts";
import { tellResult } from "../run-result.ts";
import { selectionOf } from "../selection.ts";
import { shortPath } from "../short-path.ts";
import { listenToSignals, type Signals } from "../signals.ts";
import { printPlan } from "./list.ts";

/** `assay run`: the plan, its trials, the run folder, the exit code. */
export async function run(given: Arguments, io: Io): Promise<number> {
	const args = await resumedArguments(given, io);
	const suite = await openSuite(args.text("config"), selectionOf(args, io));
	const arms = chooseArms(suite, args.texts("arm"));
	if (args.flag("dry-run")) return printPlan({ suite, arms }, args, io);
	return runAndTell({ suite, arms }, args, io);
}

type Planned = { readonly suite: Suite; readonly arms: readonly Arm[] };

async function runAndTell(planned: Planned, args: Arguments, io: Io): Promise<number> {
	const { observe, isSilent } = reportersOf(args, io);
	const signals = listenToSignals(io.say);
	try {
		const result = await runPlanned(planned, args, { ...io, observe, signals });
		const shown = { ...result, suite: planned.suite.config.name, directory: shortPath(io.cwd, result.directory) };
		return tellResult(shown, args, { ...io, isSilent, exitCode: signals.exitCode() });
	} finally {
		signals.dispose();
	}
}

type RunIo = Io & { readonly signals: Signals; readonly observe: ReturnType<typeof reportersOf>["observe"] };

export function runPlanned({ suite, arms }: Planned, args: Arguments, { cwd, env, signals, observe }: RunIo): Promise<BatchResult> {
	const concurrency = args.count("concurrency");
	const out = args.text("out");
	return runBatch({
		suite,
		arms,
		env,
		repeats: args.count("repeats"),
		...(concurrency === null ? {} : { concurrency }),
		out: out === null ? null : resolve(cwd, out),
		resume: args.text("resume"),
		cancel: signals.cancel,
		stop: signals.stop,
		limits: limitsOf(args),
		deadlineMs: deadlineMsOf(args.text("deadline")),
		...isolationOf(args),
		allowUnsandboxed: args.flag("allow-unsandboxed"),
		keepWorkspaces: args.flag("keep-workspaces"),
		observe,
		flags: askedOf(args),
	});
}

function isolationOf(args: Arguments): { readonly isolation?: AskedLevel } {
	const level = ASKED_LEVELS.find((asked) => asked === args.text("isolation"));
	return level === undefined ? {} : { isolation: level };
}

function limitsOf(args: Arguments): Partial<PoolLimits> {
	const tokens = args.count("pool-tokens");
	const usd = args.text("pool-usd");
	return { ...(tokens === null ? {} : { tokens }), ...(usd === null ? {} : { nanoUsd: nanoUsdOf(usd) }) };
}

function deadlineMsOf(text: string | null): number | null {
	const ms = text === null ? null : parseDuration(text);
	if (text !== null && ms === null) throw usageError(`--deadline is no duration: ${text}`, "give it like 30m, 90s or 1h30m");
	return ms;
}

function nanoUsdOf(text: string): number {
	const nanoUsd = /^\d+(\.\d+)?$/.test(text) ? scaled(Number(text), 9) : null;
	if (nanoUsd === null || nanoUsd === 0) throw usageError(`--pool-usd is no amount of dollars: ${text}`, "give it like 2.50, above 0");
	return nanoUsd;
}
