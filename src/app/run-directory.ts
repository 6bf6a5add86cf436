import { randomInt } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { messageOf, usageError } from "../core/error.ts";
import { makeFolder } from "./make-folder.ts";

const LETTERS = "abcdefghijklmnopqrstuvwxyz";

/** Makes the folder of a new run: the one named, else `<UTC time>-<4 letters>` below the suite's reports. One that holds anything is refused. */
export async function makeRunDirectory(out: string | null, reportsDir: string, epochMs: number): Promise<string> {
	const directory = out === null ? join(reportsDir, runName(epochMs)) : resolve(out);
	try {
		await makeFolder(directory);
	} catch (error) {
		throw usageError(`the run folder ${directory} cannot be made: ${messageOf(error)}`, "name another with -o");
	}
	if ((await readdir(directory)).length > 0)
		throw usageError(`the run folder ${directory} is not empty`, "name another with -o, or remove it");
	return directory;
}

/** The run folder below a suite's reports that was made last; null where there is none. */
export async function newestRun(reportsDir: string): Promise<string | null> {
	const names = await readdir(reportsDir).catch(() => []);
	const newest = names
		.filter((name) => /^\d{8}T\d{6}Z-[a-z]{4}$/.test(name))
		.sort()
		.at(-1);
	return newest === undefined ? null : join(reportsDir, newest);
}

/** `20261130T205106Z-qxzv`. */
function runName(epochMs: number): string {
	const time = new Date(epochMs).toISOString().replace(/[-:]|\.\d+/g, "");
	return `${time}-${Array.from({ length: 4 }, () => LETTERS[randomInt(LETTERS.length)]).join("")}`;
}
