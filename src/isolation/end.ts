import type { ChildProcess } from "node:child_process";
import type { CommandResult } from "./command.ts";

/** Why a command is over. `message` says why one did not start; else it is empty. */
export type End = Pick<CommandResult, "end" | "exitCode" | "signal"> & { readonly message: string };

export const CANCELLED_BEFORE: End = { end: "cancelled", exitCode: null, signal: null, message: "" };

const KILLED = { exitCode: null, signal: "SIGKILL", message: "" } as const;
/** Node's timers fire at once beyond this. */
const LONGEST_MS = 2 ** 31 - 1;

export function notStarted(message: string): End {
	return { end: "not-started", exitCode: null, signal: null, message };
}

/** The first of exit, failed start, timeout and abort; nothing stays listening or ticking. */
export function firstEnd(child: ChildProcess, timeoutMs: number, signal: AbortSignal | null): Promise<End> {
	return new Promise((resolve) => {
		const settle = (end: End): void => {
			clearTimeout(timer);
			signal?.removeEventListener("abort", abort);
			resolve(end);
		};
		const abort = (): void => settle({ end: "cancelled", ...KILLED });
		const timer = setTimeout(() => settle({ end: "timed-out", ...KILLED }), Math.min(timeoutMs, LONGEST_MS));
		signal?.addEventListener("abort", abort, { once: true });
		child.once("exit", (exitCode, by) => settle({ end: "exited", exitCode, signal: by, message: "" }));
		child.on("error", (error) => settle(notStarted(error.message)));
		if (signal?.aborted) abort();
	});
}
