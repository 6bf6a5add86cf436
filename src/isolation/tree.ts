import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { lookout, type Snapshot, snapshot } from "./processes.ts";

/**
 * One command and everything that it starts. The leader's process group holds most of it; what left the group (`setsid`)
 * still carries the mark in its environment. A process that wiped its environment too is beyond the level `none`.
 */
export type Tree = { readonly mark: string; readonly since: Snapshot | null };

const VARIABLE = "ASSAY_TRIAL";
const PASSES = 100;
/** Looks that wait for a process between two programs: one with no environment at all looks the same for ever. */
const PATIENCE = 15;
const LONGEST_PAUSE_MS = 20;
const PASSES_AT_ONCE = 5;

export function newTree(): Tree {
	return { mark: randomUUID(), since: snapshot() };
}

export function withMark(tree: Tree, env: Readonly<Record<string, string>>): Record<string, string> {
	return { ...env, [VARIABLE]: tree.mark };
}

/** The mark is chance, and what a command prints must not vary by chance. */
export function unmark(tree: Tree, output: string): string {
	return output.replaceAll(tree.mark, "trial");
}

/** Resolves when nothing of the tree runs any more, or when the kernel has not let go of it for about two seconds. */
export async function killTree(tree: Tree, leader: number): Promise<void> {
	kill(-leader);
	if (tree.since === null) return;
	const look = lookout(markOf(tree), tree.since);
	for (let pass = 1; pass <= PASSES; pass += 1) {
		const { marked, ended, starting } = look();
		if (marked.length + ended === 0 && (starting === 0 || pass > PATIENCE)) return;
		marked.forEach(kill);
		await pause(Math.min(pass, LONGEST_PAUSE_MS));
	}
}

/** As much of that as can be done without waiting. */
export function killNow(tree: Tree, leader: number): void {
	kill(-leader);
	if (tree.since === null) return;
	const look = lookout(markOf(tree), tree.since);
	for (let pass = 0; pass < PASSES_AT_ONCE; pass += 1) look().marked.forEach(kill);
}

function markOf({ mark }: Tree): string {
	return `${VARIABLE}=${mark}`;
}

function kill(target: number): void {
	try {
		process.kill(target, "SIGKILL");
	} catch {
		// It has gone by itself.
	}
}
