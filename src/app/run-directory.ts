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

/** `20261130T205106Z-qxzv`. */
function runName(epochMs: number): string {
	const time = new Date(epochMs).toISOString().replace(/[-:]|\.\d+/g, "");
	return `${time}-${Array.from({ length: 4 }, () => LETTERS[randomInt(LETTERS.length)]).join("")}`;
}
