import { closeSync, constants, openSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { readOrEmpty } from "./process-state.ts";
import { killQuietly } from "./process-tree.ts";

/** A process held by its folder in /proc: one that is given its id later is not taken for it. */
export type HeldProcess = {
	/** Kills it. Resolves when it runs no more, or when the kernel has not let go of it for about four seconds. */
	readonly end: () => Promise<void>;
	readonly kill: () => void;
};

const PASSES = 200;
const LONGEST_PAUSE_MS = 20;

/** The init of a namespace below this one; null for any other process, and for none. */
export function holdInit(pid: number): HeldProcess | null {
	const held = hold(pid);
	if (held === null) return null;
	if (/^NSpid:(\s+\d+)+\s+1$/m.test(held.status())) return held.process;
	held.letGo();
	return null;
}

type Hold = { readonly process: HeldProcess; readonly status: () => string; readonly letGo: () => void };

function hold(pid: number): Hold | null {
	const folder = openFolder(`/proc/${pid}`);
	if (folder === null) return null;
	const status = (): string => readOrEmpty(`/proc/self/fd/${folder}/status`);
	const letGo = (): void => closeSync(folder);
	// A zombie waits for its parent only: it runs no more, and of a namespace that it was the init of nothing does.
	const isRunning = (): boolean => /^State:\s+[^ZX\s]/m.test(status());
	return {
		process: { end: () => endOf(pid, isRunning).finally(letGo), kill: () => (isRunning() ? killQuietly(pid) : undefined) },
		status,
		letGo,
	};
}

async function endOf(pid: number, isRunning: () => boolean): Promise<void> {
	for (let pass = 0; isRunning() && pass < PASSES; pass += 1) {
		killQuietly(pid);
		await pause(Math.min(pass, LONGEST_PAUSE_MS));
	}
}

function openFolder(path: string): number | null {
	try {
		return openSync(path, constants.O_RDONLY | constants.O_DIRECTORY);
	} catch {
		return null;
	}
}
