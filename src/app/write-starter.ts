import { mkdir, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type Problem, UsageError } from "../core/error.ts";
import { STARTER } from "./starter.ts";

/** Writes the starter suite; returns its files. Throws a UsageError, having written nothing, where one of them is there already. */
export async function writeStarter(folder: string): Promise<readonly string[]> {
	const problems: Problem[] = [];
	for (const file of STARTER.keys()) if (await exists(join(folder, file))) problems.push(thereAlready(file));
	if (problems.length > 0) throw new UsageError(problems);
	for (const [file, text] of STARTER) {
		await mkdir(dirname(join(folder, file)), { recursive: true });
		await writeFile(join(folder, file), text, { flag: "wx" });
	}
	return [...STARTER.keys()];
}

async function exists(path: string): Promise<boolean> {
	return (await stat(path).catch(() => null)) !== null;
}

function thereAlready(file: string): Problem {
	return { file, line: null, column: null, what: "is there already", remedy: "run `assay init` in an empty folder" };
}
