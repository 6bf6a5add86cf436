import { readdirSync } from "node:fs";
import { type ProcessState, readOrEmpty, stateOf } from "./process-state.ts";

/** What ran at one moment: lets a later look skip processes that are older. */
export type Snapshot = {
	readonly pids: ReadonlySet<string>;
	/** Processes and threads started until then; null where the system does not say. */
	readonly forks: number | null;
};

/** Null where there is no /proc. */
export function snapshot(): Snapshot | null {
	const pids = listPids();
	return pids.length === 0 ? null : { pids: new Set(pids), forks: countForks() };
}

/**
 * What one look saw. A process that ended while it was looked at may have left a child that the look did not see; one between
 * two programs shows no environment yet. Both ask for another look.
 */
export type Look = { readonly marked: readonly number[]; readonly ended: number; readonly starting: number };

/** Looks, again and again, for processes younger than a snapshot whose environment holds the mark. What is settled is not read twice. */
export function lookout(mark: string, since: Snapshot): () => Look {
	const settled = new Set(mayHaveReused(since.forks) ? [] : since.pids);
	return () => {
		const seen: Record<ProcessState, string[]> = { marked: [], ended: [], starting: [], foreign: [] };
		for (const pid of listPids()) if (!settled.has(pid)) seen[stateOf(pid, mark)].push(pid);
		for (const pid of [...seen.foreign, ...seen.ended]) settled.add(pid);
		return { marked: seen.marked.map(Number), ended: seen.ended.length, starting: seen.starting.length };
	};
}

/**
 * Whether an id may have been given out twice since so many processes were started: the kernel does that only after it went once
 * round, so an old id is an old process until then.
 */
function mayHaveReused(forks: number | null): boolean {
	const now = countForks();
	return forks === null || now === null || now - forks > maxPid() / 2;
}

function listPids(): readonly string[] {
	try {
		return readdirSync("/proc").filter((name) => /^\d+$/.test(name));
	} catch {
		return [];
	}
}

/** Processes and threads started since boot; null where the system does not say. */
function countForks(): number | null {
	const match = /^processes (\d+)$/m.exec(readOrEmpty("/proc/stat"));
	return match === null ? null : Number(match[1]);
}

function maxPid(): number {
	return Number(readOrEmpty("/proc/sys/kernel/pid_max"));
}
