import type { ChildProcess } from "node:child_process";

/** A program that was started, as far as a tree looks at it. */
export type Program = Pick<ChildProcess, "pid" | "stdio" | "exitCode" | "signalCode">;

/** How all that one program starts is found again and ended. Made anew for each start. */
export type ProcessTree = {
	/** What the program's environment needs for it. */
	readonly env: (env: Readonly<Record<string, string>>) => Record<string, string>;
	/** Pipes that the program has from descriptor 3 on. */
	readonly pipes: number;
	/** Told of the program as soon as it runs. */
	readonly started: (child: Program) => void;
	/** Resolves when nothing of it runs any more, or when the kernel has not let go of it for about two seconds. */
	readonly kill: () => Promise<void>;
	/** As much of that as can be done without waiting. */
	readonly killNow: () => void;
	/** Takes what the tree put into the environment out of what was printed. */
	readonly clean: (output: string) => string;
};

export function killQuietly(target: number): void {
	try {
		process.kill(target, "SIGKILL");
	} catch {
		// It has gone by itself.
	}
}

/** One whose end was seen is left alone: its id may be another's by now. */
export function killProgram(program: Program | null): void {
	if (program?.pid !== undefined && !hasEnded(program)) killQuietly(program.pid);
}

export function hasEnded({ exitCode, signalCode }: Program): boolean {
	return exitCode !== null || signalCode !== null;
}
