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
	/** Whose the trial's folders must be, where that is not who the harness is. */
	readonly owner: UserIds | null;
	readonly run: (command: Command, signal: AbortSignal | null) => Promise<CommandResult>;
	/** Lets go of what it holds of the machine, and says what it took. */
	readonly close: () => SandboxReport;
};

/** The most memory that a trial's commands had at once, in bytes; null where nobody counted. */
export type SandboxReport = { readonly peakBytes: number | null };

export type Level = "none" | "bwrap";

/** `auto` is bwrap where it holds, else none, and says so; `required` is any level that holds. */
export const ASKED_LEVELS = ["auto", "none", "bwrap", "required"] as const;
export type AskedLevel = (typeof ASKED_LEVELS)[number];

/** The one port through which every command of a trial runs. */
export type Isolation = {
	readonly level: Level;
	/** For a workspace by its real path. */
	readonly open: (workspace: string) => Sandbox;
};
