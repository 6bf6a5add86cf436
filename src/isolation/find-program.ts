import { accessSync, constants } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";
import type { CommandResult } from "./command.ts";

const SYSTEM_PATH = "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin";

/** Where a program of the system lies, wherever PATH leads; null where it does not. */
export function findProgram(name: string): string | null {
	return findIn(`${process.env.PATH ?? ""}${delimiter}${SYSTEM_PATH}`, name);
}

/** What comes of a command whose program is not there, before it is wrapped in others that are; null for one that may start. */
export function missingProgram(name: string, env: Readonly<Record<string, string>>): CommandResult | null {
	if (name.includes("/") || findIn(env.PATH ?? "", name) !== null) return null;
	return { end: "not-started", exitCode: null, signal: null, output: `spawn ${name} ENOENT`, truncated: false };
}

function findIn(path: string, name: string): string | null {
	const folders = path.split(delimiter).filter(isAbsolute);
	return folders.map((folder) => join(folder, name)).find(canRun) ?? null;
}

function canRun(path: string): boolean {
	try {
		accessSync(path, constants.X_OK);
		return true;
	} catch {
		return false;
	}
}
