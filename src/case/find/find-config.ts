import { dirname, join, resolve } from "node:path";
import { usageError } from "../../core/error.ts";
import { kindOf } from "./entry-kind.ts";

const CONFIG_NAME = "assay.yaml";

export type ConfigOptions = {
	/** The file (or the folder that holds it) that the user named. */
	readonly configFile: string | null;
	readonly cwd: string;
	readonly paths: readonly string[];
};

/**
 * The `assay.yaml` that is meant: the one named; else that of a folder among the paths; else the first one upward from
 * where the user stands, or from the first path.
 */
export async function findConfig({ configFile, cwd, paths }: ConfigOptions): Promise<string> {
	if (configFile !== null) return namedConfig(resolve(cwd, configFile), configFile);
	const suites = new Set<string>();
	for (const path of paths) {
		const file = join(resolve(cwd, path), CONFIG_NAME);
		if ((await kindOf(file)) === "file") suites.add(file);
	}
	const [suite, another] = suites;
	if (another !== undefined) throw usageError("the paths name several suites", "run one suite at a time");
	const first = paths[0];
	const found = suite ?? (await upward(cwd)) ?? (first === undefined ? null : await upward(resolve(cwd, first)));
	if (found !== null) return found;
	throw usageError(`no ${CONFIG_NAME} here or in a folder above`, "go to a suite, name its file with -C, or make one with `assay init`");
}

async function namedConfig(path: string, name: string): Promise<string> {
	for (const file of [path, join(path, CONFIG_NAME)]) if ((await kindOf(file)) === "file") return file;
	throw usageError(`no config file "${name}"`, `with -C, name the suite's ${CONFIG_NAME} or the folder that it is in now`);
}

/** The first `assay.yaml` from a folder upward; null when there is none. */
export async function upward(folder: string): Promise<string | null> {
	const file = join(folder, CONFIG_NAME);
	if ((await kindOf(file)) === "file") return file;
	return dirname(folder) === folder ? null : upward(dirname(folder));
}
