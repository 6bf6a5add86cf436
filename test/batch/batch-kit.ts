import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { openSuite } from "../../src/app/open-suite.ts";
import { providerPauses } from "../../src/app/provider-pauses.ts";
import type { BatchEvent } from "../../src/batch/event.ts";
import type { AttemptedTrial, Plan } from "../../src/batch/plan.ts";
import type { BatchSetting } from "../../src/batch/setting.ts";
import type { Suite } from "../../src/case/suite.ts";
import { CancellationToken } from "../../src/core/cancel.ts";
import { systemClock } from "../../src/core/system-clock.ts";
import { noIsolation } from "../../src/isolation/none.ts";
import { nopModel } from "../../src/model/nop.ts";
import { oracleModel } from "../../src/model/oracle.ts";
import { readEvidence } from "../../src/recording/fold.ts";
import type { RecordingLine } from "../../src/recording/line.ts";
import { readRecording } from "../../src/recording/reader.ts";
import { recordingPath } from "../../src/recording/run-folder.ts";
import type { TrialKey } from "../../src/recording/trial-key.ts";
import { type SuiteSketch, suiteFiles } from "../support/suite-files.ts";
import { tempFolder } from "../support/temp-folder.ts";

export type BatchKit = AsyncDisposable & {
	readonly dir: string;
	readonly suite: Suite;
	readonly setting: BatchSetting;
	readonly plan: Plan;
	/** What was told to `observe`, in order. */
	readonly events: BatchEvent[];
	readonly observe: (event: BatchEvent) => void;
	/** What stands in the folder where workspaces are made. */
	readonly workspaces: () => Promise<readonly string[]>;
	/** The one trial of a plan of one. */
	readonly only: () => AttemptedTrial;
	readonly linesOf: (key: TrialKey) => Promise<readonly RecordingLine[]>;
	readonly evidenceOf: (key: TrialKey) => Promise<Awaited<ReturnType<typeof readEvidence>>["evidence"]>;
};

type Given = SuiteSketch & {
	readonly setting?: Partial<BatchSetting>;
	/** By name; else the oracle. */
	readonly play?: readonly string[];
	readonly repeats?: number;
};

/** A batch over real files, with all that it shares, before it is run. Its workspaces are made in a folder of its own. */
export async function batchKit({ setting = {}, play = ["oracle"], repeats, ...sketch }: Given): Promise<BatchKit> {
	const folder = await tempFolder(suiteFiles(sketch));
	const dir = folder.path;
	const workspaceFolder = join(dir, "tmp");
	await mkdir(workspaceFolder);
	await mkdir(join(dir, "run"));
	const suite = await openSuite(dir, { cwd: dir });
	const before = process.env.TMPDIR;
	process.env.TMPDIR = workspaceFolder;
	const { config, cases } = suite;
	const arms = config.arms.filter(({ name }) => play.includes(name));
	const runDirectory = join(dir, "run");
	const pathOf = (key: TrialKey): string => recordingPath(runDirectory, { ...key, attempt: 1 });
	const events: BatchEvent[] = [];
	return {
		dir,
		suite,
		setting: {
			config,
			runDirectory,
			clock: systemClock,
			cancel: new CancellationToken(),
			stop: new CancellationToken(),
			charge: () => {},
			pool: null,
			isolation: noIsolation,
			notice: null,
			concurrency: 2,
			pauseOf: providerPauses(systemClock),
			openModel: async (arm, subject) => (arm.provider === "nop" ? nopModel() : oracleModel(subject.oracle ?? [], systemClock)),
			priceOf: () => null,
			secrets: [],
			keepWorkspaces: false,
			...setting,
		},
		plan: { suite: config.name, seed: config.seed, cases, arms, repeats: repeats ?? null },
		events,
		observe: (event) => events.push(event),
		workspaces: () => readdir(workspaceFolder),
		only: () => ({ subject: cases[0]!, arm: arms[0]!, repeat: 1, attempt: 1 }),
		linesOf: async (key) => {
			const lines: RecordingLine[] = [];
			for await (const line of readRecording(pathOf(key), null)) lines.push(line);
			return lines;
		},
		evidenceOf: async (key) => (await readEvidence(readRecording(pathOf(key), null))).evidence,
		[Symbol.asyncDispose]: async () => {
			if (before === undefined) delete process.env.TMPDIR;
			else process.env.TMPDIR = before;
			await folder[Symbol.asyncDispose]();
		},
	};
}
