import type { Replacement } from "../core/scrub.ts";

/** One command as an isolation level runs it. `cwd` is a real path; the environment is given whole, nothing is inherited. */
export type Command = {
	readonly argv: readonly [string, ...string[]];
	readonly cwd: string;
	readonly env: Readonly<Record<string, string>>;
	readonly timeoutMs: number;
	/** Replaced in its output before the cap, so that what is cut off does not hang on how long this machine's names are. */
	readonly names: readonly Replacement[];
	/** Bytes of stdout and stderr together that are kept; the rest is read and dropped. */
	readonly outputBytes: number;
};

/** How a command ended; never a throw. `exitCode` is null when a signal or a failed start ended it. */
export type CommandResult = {
	readonly exitCode: number | null;
	readonly signal: string | null;
	readonly end: "exited" | "timed-out" | "cancelled" | "not-started";
	/** stdout and stderr as they came, interleaved. */
	readonly output: string;
	readonly truncated: boolean;
};

/** The one port through which every command of a trial runs: the model's, `setup`, `verify`. Its tree is dead when it resolves. */
export type Isolation = {
	readonly level: "none";
	readonly run: (command: Command, signal: AbortSignal | null) => Promise<CommandResult>;
};
