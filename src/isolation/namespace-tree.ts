import { Readable, Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { readOrEmpty } from "./process-state.ts";
import { killQuietly, type ProcessTree } from "./process-tree.ts";

const PASSES = 200;
const LONGEST_PAUSE_MS = 20;

/** Where bwrap is told its arguments: its command line, which shows in the sandbox, then names no folder of this machine. */
export const ARGUMENTS_FD = 4;
/** Where it tells who is the first process of the sandbox. */
export const INFO_FD = 3;

/**
 * All that runs in a sandbox of bwrap. Its first process is the init of a PID namespace: the kernel lets it go only when
 * everything else in there is dead.
 */
export function namespaceTree(args: readonly string[]): ProcessTree {
	let leader: number | undefined;
	let init: Promise<number | null> = Promise.resolve(null);
	return {
		env: (env) => ({ ...env }),
		pipes: 2,
		started: (child) => {
			leader = child.pid;
			init = readInit(child);
			tellArguments(child, args);
		},
		kill: async () => {
			if (leader !== undefined) killQuietly(leader);
			const first = await init;
			if (first !== null) await gone(first);
		},
		killNow: () => {
			if (leader !== undefined) killQuietly(leader);
		},
		clean: (output) => output,
	};
}

type Started = Parameters<ProcessTree["started"]>[0];

/** Null where bwrap never came so far. */
async function readInit(child: Started): Promise<number | null> {
	const pipe = child.stdio[INFO_FD];
	if (!(pipe instanceof Readable)) return null;
	const info = await text(pipe).catch(() => "");
	const [, pid = null] = /"child-pid": (\d+)/.exec(info) ?? [];
	return pid === null ? null : Number(pid);
}

function tellArguments(child: Started, args: readonly string[]): void {
	const pipe = child.stdio[ARGUMENTS_FD];
	// It ends early where the program did: that is seen as its exit.
	if (pipe instanceof Writable) pipe.on("error", () => {}).end(args.map((arg) => `${arg}\0`).join(""));
}

async function gone(init: number): Promise<void> {
	for (let pass = 1; pass <= PASSES; pass += 1) {
		const [, state = "X"] = /\) (\S) /.exec(readOrEmpty(`/proc/${init}/stat`)) ?? [];
		if (state === "X" || state === "Z") return;
		killQuietly(init);
		await pause(Math.min(pass, LONGEST_PAUSE_MS));
	}
}
