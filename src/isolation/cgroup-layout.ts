import { accessSync, constants, existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { readOrEmpty } from "./process-state.ts";

const ROOT = "/sys/fs/cgroup";

/** How a kernel bounds a group of processes: version 1 has a tree for each resource, version 2 one for all. */
export type Layout = {
	/** The folders in which a group is made: of memory, and of processes where that is another. */
	readonly parents: readonly string[];
	/** The file of a group by which a process joins it. */
	readonly door: string;
	readonly memory: { readonly limit: string; readonly peak: string };
	/** Files that bound swap where the kernel counts it, and what they are told. */
	readonly swap: (memoryBytes: number) => readonly [file: string, text: string];
};

/** Null where no group can be made, as without root. */
export function findLayout(): Layout | null {
	const own = ownGroups(readOrEmpty("/proc/self/cgroup"));
	return firstVersion(own) ?? secondVersion(own);
}

/** By thread, since a whole process that joins waits for every processor once: about ten milliseconds. */
function firstVersion(own: ReadonlyMap<string, string>): Layout | null {
	const parents = ["memory", "pids"].map((controller) => join(ROOT, controller, own.get(controller) ?? "/"));
	if (!parents.every((parent) => existsSync(join(parent, "tasks")) && canWrite(parent))) return null;
	const swap = (memoryBytes: number): readonly [string, string] => ["memory.memsw.limit_in_bytes", String(memoryBytes)];
	return { parents, door: "tasks", memory: { limit: "memory.limit_in_bytes", peak: "memory.max_usage_in_bytes" }, swap };
}

/** A group that holds processes bounds no groups in it, so it is made in the nearest one above that does. */
function secondVersion(own: ReadonlyMap<string, string>): Layout | null {
	const parent = ancestors(own.get("") ?? "/")
		.map((group) => join(ROOT, group))
		.find((folder) => boundsGroups(folder) && canWrite(folder));
	if (parent === undefined) return null;
	const swap = (): readonly [string, string] => ["memory.swap.max", "0"];
	return { parents: [parent], door: "cgroup.procs", memory: { limit: "memory.max", peak: "memory.peak" }, swap };
}

/** Lines such as `4:memory:/group` and, for version 2, `0::/group`. */
function ownGroups(text: string): ReadonlyMap<string, string> {
	const lines = text
		.trim()
		.split("\n")
		.map((line) => line.split(":"));
	return new Map(lines.flatMap(([, names = "", ...group]) => names.split(",").map((name): [string, string] => [name, group.join(":")])));
}

function ancestors(group: string): readonly string[] {
	return dirname(group) === group ? [group] : [group, ...ancestors(dirname(group))];
}

function boundsGroups(folder: string): boolean {
	const controllers = readOrEmpty(join(folder, "cgroup.subtree_control")).trim().split(" ");
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
