import { randomUUID } from "node:crypto";
import { accessSync, constants, existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { SandboxLimits } from "./limits.ts";
import { readOrEmpty } from "./process-state.ts";
import { killQuietly } from "./process-tree.ts";

const ROOT = "/sys/fs/cgroup";

/** How a kernel bounds a group of processes: version 1 has a tree for each resource, version 2 one for all. */
type Layout = {
	readonly parents: readonly string[];
	readonly memory: { readonly limit: string; readonly peak: string };
	readonly version: 1 | 2;
};

/** One trial's group. */
export type Cgroup = {
	/** Folders whose `cgroup.procs` a process joins by. */
	readonly folders: readonly string[];
	/** The most that was used at once, in bytes; null where the kernel does not say. */
	readonly peakBytes: () => number | null;
	/** Ends what is left in it, and removes it. */
	readonly remove: () => void;
};

let known: Layout | null | undefined;

/** Null where cgroups cannot be made, as without root. */
export function makeCgroup(limits: SandboxLimits): Cgroup | null {
	known ??= findLayout();
	if (known === null) return null;
	const { parents, memory, version } = known;
	const name = `assay-${randomUUID()}`;
	const folders = parents.map((parent) => join(parent, name));
	const [memoryFolder = "", pidsFolder = memoryFolder] = folders;
	for (const folder of folders) mkdirSync(folder);
	writeFileSync(join(memoryFolder, memory.limit), String(limits.memoryBytes));
	if (version === 2) tryWrite(join(memoryFolder, "memory.swap.max"), "0");
	writeFileSync(join(pidsFolder, "pids.max"), String(limits.processes));
	return { folders, peakBytes: () => readNumber(join(memoryFolder, memory.peak)), remove: () => folders.forEach(removeGroup) };
}

function findLayout(): Layout | null {
	const own = new Map(
		readOrEmpty("/proc/self/cgroup")
			.trim()
			.split("\n")
			.map((line): [string, string] => [line.split(":")[1] ?? "", line.split(":").slice(2).join(":")]),
	);
	const inTree = (controller: string): string => join(ROOT, controller, own.get(controller) ?? "/");
	const first: Layout = {
		parents: [inTree("memory"), inTree("pids")],
		memory: { limit: "memory.limit_in_bytes", peak: "memory.max_usage_in_bytes" },
		version: 1,
	};
	const second: Layout = { parents: [join(ROOT, own.get("") ?? "/")], memory: { limit: "memory.max", peak: "memory.peak" }, version: 2 };
	return [first, second].find(isUsable) ?? null;
}

function isUsable({ parents, version }: Layout): boolean {
	const writable = parents.every((parent) => existsSync(join(parent, "cgroup.procs")) && canWrite(parent));
	if (!writable || version === 1) return writable;
	const controllers = readOrEmpty(join(parents[0] ?? "", "cgroup.subtree_control")).split(/\s+/);
	return ["memory", "pids"].every((controller) => controllers.includes(controller));
}

function canWrite(path: string): boolean {
	try {
		accessSync(path, constants.W_OK);
		return true;
	} catch {
		return false;
	}
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

function removeGroup(folder: string): void {
	for (const pid of readFileSync(join(folder, "cgroup.procs"), "utf8").split("\n")) if (pid !== "") killQuietly(Number(pid));
	try {
		rmdirSync(folder);
	} catch {
		// Something of it is still dying: an empty group costs nothing, and goes with the machine.
	}
}
