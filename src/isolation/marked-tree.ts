import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { killQuietly, type ProcessTree } from "./process-tree.ts";
import { type Look, lookout, snapshot } from "./processes.ts";

const VARIABLE = "ASSAY_TRIAL";
const PASSES = 100;
/** Looks that wait for a process between two programs: one with no environment at all looks the same for ever. */
const PATIENCE = 15;
const LONGEST_PAUSE_MS = 20;
const PASSES_AT_ONCE = 5;

/**
 * A tree without a namespace of its own. The leader's process group holds most of it; what left the group (`setsid`) still
 * carries the mark in its environment. A process that wiped its environment too is beyond it.
 */
export function markedTree(): ProcessTree {
	const mark = randomUUID();
	const since = snapshot();
	let leader: number | undefined;
	const killGroup = (): boolean => {
		if (leader === undefined) return false;
		killQuietly(-leader);
		return since !== null;
	};
	const look = (): (() => Look) => (since === null ? () => NOTHING : lookout(`${VARIABLE}=${mark}`, since));
	return {
		env: (env) => ({ ...env, [VARIABLE]: mark }),
		pipes: 0,
		started: ({ pid }) => {
			leader = pid;
		},
		kill: async () => {
			if (killGroup()) await sweep(look());
		},
		killNow: () => {
			if (!killGroup()) return;
			const at = look();
			for (let pass = 0; pass < PASSES_AT_ONCE; pass += 1) at().marked.forEach(killQuietly);
		},
		// The mark is chance, and what a command prints must not vary by chance.
		clean: (output) => output.replaceAll(mark, "trial"),
	};
}

const NOTHING: Look = { marked: [], ended: 0, starting: 0 };

async function sweep(look: () => Look): Promise<void> {
	for (let pass = 1; pass <= PASSES; pass += 1) {
		const { marked, ended, starting } = look();
		if (marked.length + ended === 0 && (starting === 0 || pass > PATIENCE)) return;
		marked.forEach(killQuietly);
		await pause(Math.min(pass, LONGEST_PAUSE_MS));
	}
}
