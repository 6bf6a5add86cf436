import { readdirSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { readOrEmpty } from "./process-state.ts";

/** A group's name begins with who made it: a process by its id and the moment of its start, and the namespace that this id is of. */
const NAME = /^assay-(?<namespace>\d+)-(?<pid>\d+)-(?<start>\d+)-/;

export function groupPrefix(): string {
	return `assay-${ownNamespace()}-${process.pid}-${startOf(process.pid)}-`;
}

/** Removes what harnesses that were killed left: by the kernel's own hand nothing of a trial outlives them but its empty group. */
export function sweepGroups(parent: string, remove: (folder: string) => void): void {
	for (const name of list(parent)) if (isStale(name)) remove(join(parent, name));
}

function isStale(name: string): boolean {
	const { namespace, pid, start } = NAME.exec(name)?.groups ?? {};
	return namespace === ownNamespace() && startOf(Number(pid)) !== start;
}

function ownNamespace(): string {
	return /\d+/.exec(readlinkSync("/proc/self/ns/pid"))?.[0] ?? "";
}

/** In ticks since boot; empty for a process that is no more. */
function startOf(pid: number): string {
	const stat = readOrEmpty(`/proc/${pid}/stat`);
	return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? "";
}

function list(folder: string): readonly string[] {
	try {
		return readdirSync(folder);
	} catch {
		return [];
	}
}
