import { randomUUID } from "node:crypto";
import { mkdirSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findLayout, type Layout } from "./cgroup-layout.ts";
import type { SandboxLimits } from "./limits.ts";
import { pauseNow } from "./pause-now.ts";
import { readOrEmpty } from "./process-state.ts";
import { killQuietly } from "./process-tree.ts";
import { groupPrefix, sweepGroups } from "./stale-groups.ts";
import { codeOf } from "./system-error.ts";

const PASSES = 20;
const PAUSE_MS = 5;

/** One trial's group. */
export type Cgroup = {
	/** Files by which the process that writes to them joins. */
	readonly doors: readonly string[];
	/** The most that was used at once, in bytes; null where the kernel does not say. */
	readonly peakBytes: () => number | null;
	/** Ends what is left in it, and removes it. False when something of it is still dying. */
	readonly remove: () => boolean;
};

let known: Layout | null | undefined;

/** Null where groups cannot be made or bounded, as without root: rlimits have to do there. */
export function makeCgroup(limits: SandboxLimits): Cgroup | null {
	if (known === undefined) known = firstLook();
	if (known === null) return null;
	const { parents, memory, door } = known;
	const name = `${groupPrefix()}${randomUUID()}`;
	const folders = parents.map((parent) => join(parent, name));
	if (!isBounded(known, folders, limits)) {
		folders.forEach(removeGroup);
		return null;
	}
	return {
		doors: folders.map((folder) => join(folder, door)),
		peakBytes: () => readNumber(join(folders[0] ?? "", memory.peak)),
		remove: () => folders.map(removeGroup).every(Boolean),
	};
}

function firstLook(): Layout | null {
	const layout = findLayout();
	for (const parent of layout?.parents ?? []) sweepGroups(parent, removeGroup);
	return layout;
}

function isBounded({ memory, swap }: Layout, folders: readonly string[], limits: SandboxLimits): boolean {
	const [memoryFolder = "", pidsFolder = memoryFolder] = folders;
	try {
		for (const folder of folders) mkdirSync(folder);
		writeFileSync(join(memoryFolder, memory.limit), String(limits.memoryBytes));
		writeFileSync(join(pidsFolder, "pids.max"), String(limits.processes));
	} catch {
		return false;
	}
	const [file, text] = swap(limits.memoryBytes);
	tryWrite(join(memoryFolder, file), text);
	return true;
}

function tryWrite(path: string, text: string): void {
	try {
		writeFileSync(path, text);
	} catch {
		// A kernel without swap accounting bounds no swap.
	}
}

function readNumber(path: string): number | null {
	const text = readOrEmpty(path).trim();
	return /^\d+$/.test(text) ? Number(text) : null;
}

/** What is killed takes a moment to leave, and a group that is not empty stays. */
function removeGroup(folder: string): boolean {
	for (let pass = 1; pass <= PASSES; pass += 1) {
		const left = readOrEmpty(join(folder, "cgroup.procs")).split("\n").map(Number);
		for (const pid of left) if (pid > 0) killQuietly(pid);
		if (isRemoved(folder)) return true;
		pauseNow(PAUSE_MS);
	}
	return false;
}

function isRemoved(folder: string): boolean {
	try {
		rmdirSync(folder);
		return true;
	} catch (error) {
		return codeOf(error) === "ENOENT";
	}
}
