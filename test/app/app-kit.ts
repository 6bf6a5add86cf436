import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { BatchOptions } from "../../src/app/batch-options.ts";
import { chooseArms } from "../../src/app/choose-arms.ts";
import { openSuite } from "../../src/app/open-suite.ts";
import { type BatchResult, runBatch } from "../../src/app/run-batch.ts";
import type { Arm } from "../../src/case/case.ts";
import type { Suite } from "../../src/case/suite.ts";
import { UsageError } from "../../src/core/error.ts";
import { type SuiteSketch, suiteFiles } from "../support/suite-files.ts";
import { tempFolder } from "../support/temp-folder.ts";

export type SuiteKit = AsyncDisposable & {
	readonly dir: string;
	readonly suite: Suite;
	readonly arms: (...names: readonly string[]) => readonly Arm[];
	/** Runs arms into the folder `name`, without the process's own variables. */
	readonly run: (name: string, given?: Partial<BatchOptions> & { readonly play?: readonly string[] }) => Promise<BatchResult>;
	/** A file of the suite's folder. */
	readonly text: (...path: readonly string[]) => Promise<string>;
};

/** A suite in a folder of its own. */
export async function suiteKit(sketch: SuiteSketch): Promise<SuiteKit> {
	const folder = await tempFolder(suiteFiles(sketch));
	const suite = await openSuite(folder.path, { cwd: folder.path });
	const arms = (...names: readonly string[]): readonly Arm[] => chooseArms(suite, names);
	return {
		dir: folder.path,
		suite,
		arms,
		run: (name, { play = ["oracle"], ...given } = {}) =>
			runBatch({ suite, arms: arms(...play), env: {}, isolation: "none", out: join(folder.path, name), ...given }),
		text: (...path) => readFile(join(folder.path, ...path), "utf8"),
		[Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
	};
}

/** The lines of the UsageError that an act throws; none when it throws nothing. */
export async function problemsOf(act: () => unknown): Promise<readonly string[]> {
	try {
		await act();
	} catch (error) {
		if (error instanceof UsageError) return error.message.split("\n");
		throw error;
	}
	return [];
}

/** Every file below a folder by its path, as text. */
export async function textsBelow(folder: string): Promise<ReadonlyMap<string, string>> {
	const entries = await readdir(folder, { recursive: true, withFileTypes: true });
	const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
	return new Map(await Promise.all(files.sort().map(async (file): Promise<[string, string]> => [file, await readFile(file, "utf8")])));
}
