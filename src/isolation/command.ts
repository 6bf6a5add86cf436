import type { Replacement } from "../core/scrub.ts";

export type UserIds = { readonly uid: number; readonly gid: number };

/** One program as this machine runs it. `cwd` is a real path; the environment is given whole, nothing is inherited. */
export type ProcessCommand = {
	readonly argv: readonly [string, ...string[]];
	readonly cwd: string;
	readonly env: Readonly<Record<string, string>>;
	/** Who it runs as, where that is not who the harness is. */
	readonly user?: UserIds;
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

/** One command of a trial; it runs in the workspace. */
export type Command = {
	readonly argv: readonly [string, ...string[]];
	/** Whose home and temporary folder it has: what an agent leaves in its own may not speak for it when it is graded. */
	readonly as: "agent" | "grader";
	readonly timeoutMs: number;
	/** Bytes of stdout and stderr together that are kept; the rest is read and dropped. */
	readonly outputBytes: number;
};

/** Where the commands of one trial run: the model's, `setup`, `verify`. A command's tree is dead when its promise resolves. */
export type Sandbox = {
	readonly run: (command: Command, signal: AbortSignal | null) => Promise<CommandResult>;
};

/** The one port through which every command of a trial runs. */
export type Isolation = {
	readonly level: "none";
	/** For a workspace by its real path. */
	readonly open: (workspace: string) => Sandbox;
};
