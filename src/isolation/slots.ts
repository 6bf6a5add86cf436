import { readdirSync } from "node:fs";
import type { UserIds } from "./command.ts";
import { pauseNow } from "./pause-now.ts";
import { readOrEmpty } from "./process-state.ts";
import { killQuietly } from "./process-tree.ts";

/** Far above what a machine gives to people and services. */
const PREFERRED = 1_500_000_000;
const SPAN = 100_000;

/** User ids for trials, where the harness is root: each trial under way has one to itself, so that none can touch another's. */
export class UserSlots {
	readonly #base: number;
	readonly #free: number[] = [];
	#next = 0;

	constructor(base: number = userBase()) {
		this.#base = base;
	}

	take(): UserIds {
		const slot = this.#free.pop() ?? this.#next++;
		const id = this.#base + slot;
		return { uid: id, gid: id };
	}

	giveBack({ uid }: UserIds): void {
		this.#free.push(uid - this.#base);
	}
}

const PASSES = 20;
const PAUSE_MS = 5;

/** Ends every process that a user has. False when the kernel has not let go of them all. */
export function endAllOf({ uid }: UserIds): boolean {
	for (let pass = 1; pass <= PASSES; pass += 1) {
		const left = processesOf(uid);
		if (left.length === 0) return true;
		left.forEach(killQuietly);
		pauseNow(PAUSE_MS);
	}
	return false;
}

/** By the status, not by who has the folder in /proc: one that wants no dump shows that as root's. A zombie is no more. */
function processesOf(uid: number): readonly number[] {
	const own = new RegExp(`^State:\\s+[^ZX\\s][^]*^Uid:(\\s+\\d+)*\\s+${uid}\\b`, "m");
	return readdirSync("/proc")
		.filter((name) => /^\d+$/.test(name) && own.test(readOrEmpty(`/proc/${name}/status`)))
		.map(Number);
}

/** Two harnesses on a machine are kept apart by their process ids. In a container with few ids, the top of them. */
function userBase(): number {
	const last = lastUserId();
	const wanted = PREFERRED + (process.pid % 4_000) * SPAN;
	return wanted + SPAN <= last ? wanted : Math.max(1, last - SPAN / 100);
}

/** The highest id that this user namespace can give; all of them where the system does not say. */
function lastUserId(): number {
	const ends = readOrEmpty("/proc/self/uid_map")
		.trim()
		.split("\n")
		.map((line) => line.trim().split(/\s+/).map(Number))
		.map(([first = 0, , count = 0]) => first + count - 1);
	return Math.max(0, ...ends) || 2 ** 32 - 2;
}
