import { lstat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { messageOf, type Problem, UsageError, usageError } from "../core/error.ts";
import { makeFolder } from "./make-folder.ts";
import { PACKAGE, PACKAGE_FILE, STARTER } from "./starter.ts";

/** Writes the starter suite; returns its files. Throws a UsageError, having written nothing, where something is in its way. */
export async function writeStarter(folder: string): Promise<readonly string[]> {
	const obstacles = new Set<string>();
	for (const file of STARTER.keys()) {
		const obstacle = await inTheWay(folder, file);
		if (obstacle !== null) obstacles.add(obstacle);
	}
	if (obstacles.size > 0) throw new UsageError([...obstacles].map(thereAlready));
	const files = new Map(STARTER);
	if ((await lstat(join(folder, PACKAGE_FILE)).catch(() => null)) === null) files.set(PACKAGE_FILE, PACKAGE);
	for (const [file, text] of files) {
		await makeFolder(dirname(join(folder, file))).catch((error: unknown) => {
			throw usageError(`${folder} cannot be written: ${messageOf(error)}`, "name a folder that can be");
		});
		await writeFile(join(folder, file), text, { flag: "wx" });
	}
	return [...files.keys()];
}

/** The file itself when it is there, or what is no folder where one of its folders should be. */
async function inTheWay(folder: string, file: string): Promise<string | null> {
	const parts = file.split("/");
	for (let length = 1; length <= parts.length; length += 1) {
		const path = parts.slice(0, length).join("/");
		const found = await lstat(join(folder, path)).catch(() => null);
		if (found === null) return null;
		if (path === file || !found.isDirectory()) return path;
	}
	return null;
}

function thereAlready(file: string): Problem {
	return { file, line: null, column: null, what: "is there already", remedy: "run `assay init` in an empty folder" };
}
