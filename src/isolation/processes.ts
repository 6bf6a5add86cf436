import { closeSync, openSync, readdirSync, readFileSync, readSync } from "node:fs";

/** What ran at one moment: lets a later look skip processes that are older. */
export type Snapshot = {
	readonly pids: ReadonlySet<string>;
	/** Processes and threads started since boot; null where the system does not say. */
	readonly forks: number | null;
};

export const NO_SNAPSHOT: Snapshot = { pids: new Set(), forks: null };

const block = Buffer.alloc(64 * 1024);

/** Null where there is no /proc. */
export function snapshot(): Snapshot | null {
	const pids = listPids();
	return pids.length === 0 ? null : { pids: new Set(pids), forks: countForks() };
}

/** Processes younger than the snapshot whose environment holds the text. Zombies have none, so they do not count. */
export function processesWith(text: string, since: Snapshot): readonly number[] {
	const old = mayHaveReused(since) ? NO_SNAPSHOT.pids : since.pids;
	return listPids()
		.filter((pid) => !old.has(pid) && environmentHolds(pid, text))
		.map(Number);
}

/** An id is given out again only after the kernel went once round, so an old id is an old process until then. */
function mayHaveReused({ forks }: Snapshot): boolean {
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

function countForks(): number | null {
	const match = /^processes (\d+)$/m.exec(readOrEmpty("/proc/stat"));
	return match === null ? null : Number(match[1]);
}

function maxPid(): number {
	return Number(readOrEmpty("/proc/sys/kernel/pid_max"));
}

function readOrEmpty(path: string): string {
	try {
		return readFileSync(path, "latin1");
	} catch {
		return "";
	}
}

/** False for a process that has gone, or that belongs to someone else. */
function environmentHolds(pid: string, text: string): boolean {
	let file: number | null = null;
	try {
		file = openSync(`/proc/${pid}/environ`, "r");
		const bytes = readSync(file, block, 0, block.length, 0);
		return bytes < block.length ? block.subarray(0, bytes).includes(text) : readFileSync(file).includes(text);
	} catch {
		return false;
	} finally {
		if (file !== null) closeSync(file);
	}
}
