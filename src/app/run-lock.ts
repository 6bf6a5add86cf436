import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { usageError } from "../core/error.ts";

export const LOCK_NAME = ".lock";

/** One runner at a time in a run folder. The returned function lets go; the lock of a process that is gone is taken over. */
export async function lockRun(directory: string): Promise<() => Promise<void>> {
	await mkdir(directory, { recursive: true });
	const path = join(directory, LOCK_NAME);
	const own = await identityOf(process.pid);
	for (const isLast of [false, true]) {
		if (await isMade(path, own)) return () => rm(path, { force: true });
		const holder = await readFile(path, "utf8").catch(() => "");
		const pid = Number.parseInt(holder, 10);
		if (isLast || holder === (await identityOf(pid)))
			throw usageError(`another run is under way in ${directory} (process ${pid})`, "wait for it, stop it, or name another folder with -o");
		await rm(path, { force: true });
	}
	throw new Error("unreachable");
}

async function isMade(path: string, text: string): Promise<boolean> {
	try {
		await writeFile(path, text, { flag: "wx" });
		return true;
	} catch (error) {
		if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
		throw error;
	}
}

/** A process by its number and by when it began, in clock ticks since boot: numbers are given again. Empty for one that is gone, or only not yet waited for. */
async function identityOf(pid: number): Promise<string> {
	const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => null);
	if (stat === null) return isRunning(pid) ? String(pid) : "";
	// The name stands in parentheses and may hold anything; behind it the state, and the start as the 20th field (proc(5)).
	const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
	return fields[0] === "Z" ? "" : `${pid} ${fields[19]}`;
}

function isRunning(pid: number): boolean {
	try {
		return pid > 0 && process.kill(pid, 0);
	} catch (error) {
		return error instanceof Error && "code" in error && error.code === "EPERM";
	}
}
