import { closeSync, openSync, readFileSync, readSync } from "node:fs";
import { codeOf } from "./system-error.ts";

/** What a process is to a search for a mark. `starting` is between two programs, when it shows no environment. */
export type ProcessState = "marked" | "ended" | "starting" | "foreign";

const EMPTY = Buffer.alloc(0);
/** The parent of all kernel threads. */
const KERNEL_THREADS = "2";
const block = Buffer.alloc(64 * 1024);

export function stateOf(pid: string, mark: string): ProcessState {
	const environment = readEnvironment(pid);
	if (environment === null) return "foreign";
	if (environment.length > 0) return environment.includes(mark) ? "marked" : "foreign";
	const [, state = "X", parent = ""] = /\) (\S) (\d+) /.exec(readOrEmpty(`/proc/${pid}/stat`)) ?? [];
	if (state === "Z" || state === "X") return "ended";
	return parent === KERNEL_THREADS ? "foreign" : "starting";
}

/** Empty for one that has ended, or is between two programs; null for one that belongs to someone else. */
function readEnvironment(pid: string): Buffer | null {
	let file: number | null = null;
	try {
		file = openSync(`/proc/${pid}/environ`, "r");
		const bytes = readSync(file, block, 0, block.length, 0);
		return bytes < block.length ? block.subarray(0, bytes) : readFileSync(file);
	} catch (error) {
		return codeOf(error) === "EACCES" ? null : EMPTY;
	} finally {
		if (file !== null) closeSync(file);
	}
}

export function readOrEmpty(path: string): string {
	try {
		return readFileSync(path, "latin1");
	} catch {
		return "";
	}
}
