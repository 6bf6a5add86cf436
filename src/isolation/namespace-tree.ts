import { Writable } from "node:stream";
import { type HeldProcess, holdInit } from "./held-process.ts";
import { answer } from "./lifeline.ts";
import { pauseNow } from "./pause-now.ts";
import { readOrEmpty } from "./process-state.ts";
import { hasEnded, killProgram, type ProcessTree, type Program } from "./process-tree.ts";

const STOP_PASSES = 100;
const STOP_PAUSE_MS = 1;

/** Where a command asks whether there still is a harness. */
export const LIFELINE_FD = 3;
/** Where bwrap is told its mounts: its command line, which shows in the sandbox, then names no folder of this machine. */
export const ARGUMENTS_FD = 4;

/**
 * All that runs in a PID namespace whose maker is the program that was started. The maker's one child is the init of the namespace:
 * the kernel lets it go only when everything else in there is dead.
 */
export function namespaceTree(args: readonly string[] = []): ProcessTree {
	let program: Program | null = null;
	let init: HeldProcess | null = null;
	const endMaker = (): void => {
		if (program === null) return;
		stop(program);
		init ??= holdChild(program);
		killProgram(program);
	};
	return {
		env: (env) => ({ ...env }),
		pipes: 2,
		started: (child) => {
			program = child;
			answer(child, LIFELINE_FD, () => {
				init ??= holdChild(child);
			});
			tellArguments(child, args);
		},
		kill: async () => {
			endMaker();
			await init?.end();
		},
		killNow: () => {
			endMaker();
			init?.kill();
		},
		clean: (output) => output,
	};
}

/** One that is stopped makes no more namespaces: what it has made by then is all that there is to end. */
function stop(program: Program): void {
	if (program.pid === undefined || hasEnded(program)) return;
	process.kill(program.pid, "SIGSTOP");
	for (let pass = 0; pass < STOP_PASSES && !/\) [TZX] /.test(readOrEmpty(`/proc/${program.pid}/stat`)); pass += 1) pauseNow(STOP_PAUSE_MS);
}

function holdChild({ pid }: Program): HeldProcess | null {
	const [child = ""] = readOrEmpty(`/proc/${pid}/task/${pid}/children`).split(" ");
	return child === "" ? null : holdInit(Number(child));
}

function tellArguments({ stdio }: Program, args: readonly string[]): void {
	const pipe = stdio[ARGUMENTS_FD];
	// It ends early where the program did: that is seen as its exit.
	if (pipe instanceof Writable) pipe.on("error", () => {}).end(args.map((arg) => `${arg}\0`).join(""));
}
