/** One flag as the command line knows it. `texts` may be given several times. */
export type OptionSpec = {
	readonly kind: "flag" | "text" | "texts" | "count";
	readonly describe: string;
	readonly short?: string;
	/** Names that users carry over from other tools. */
	readonly aliases?: readonly string[];
	readonly choices?: readonly string[];
	/** The value that it has when none is given. */
	readonly bare?: string;
	/** What `--help` shows as its value. */
	readonly value?: string;
};

/** A command as `--help` shows it. The code behind it is loaded when it is chosen, not before. */
export type CommandSpec = {
	readonly name: string;
	/** Positional arguments in yargs' notation, e.g. `[paths..]`. */
	readonly positionals: string;
	readonly describe: string;
	readonly options: Readonly<Record<string, OptionSpec>>;
	readonly examples: readonly (readonly [command: string, what: string])[];
	readonly load: () => Promise<{ readonly run: RunCommand }>;
};

/** Returns the exit code. Throws a UsageError for what the user should mend. */
type RunCommand = (args: Arguments, io: Io) => Promise<number>;

/** Where a command writes and what it sees of the process: human text to stderr, data to stdout. */
export type Io = {
	/** A line to stderr. */
	readonly say: (text: string) => void;
	/** Text to stderr as it is. */
	readonly sayRaw: (text: string) => void;
	/** Text to stdout, ended by a newline. */
	readonly print: (text: string) => void;
	readonly isTerminal: boolean;
	readonly cwd: string;
	readonly env: Readonly<Record<string, string | undefined>>;
};

/** What was given, checked when it is asked for. */
export type Arguments = {
	readonly flag: (name: string) => boolean;
	readonly text: (name: string) => string | null;
	readonly texts: (name: string) => readonly string[];
	/** A whole number above 0. */
	readonly count: (name: string) => number | null;
};
