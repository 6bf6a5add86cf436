/** One thing wrong with what a user gave. Lines and columns count from 1; null where there is no file. */
export type Problem = {
	readonly file: string | null;
	readonly line: number | null;
	readonly column: number | null;
	readonly what: string;
	/** What to do about it. */
	readonly remedy: string;
};

/** A user's mistake: all problems at once, nothing spent. The only error that is thrown on purpose; exit code 2. */
export class UsageError extends Error {
	readonly problems: readonly Problem[];

	constructor(problems: readonly Problem[]) {
		super(problems.map(formatProblem).join("\n"));
		this.name = "UsageError";
		this.problems = problems;
	}
}

/** A usage error that has no place in a file: a flag, a folder, an arm. */
export function usageError(what: string, remedy: string): UsageError {
	return new UsageError([{ file: null, line: null, column: null, what, remedy }]);
}

/** `file:line:col: what; what to do`. */
export function formatProblem(problem: Problem): string {
	const place = [problem.file, problem.line, problem.column].filter((part) => part !== null).join(":");
	return `${place === "" ? "" : `${place}: `}${problem.what}; ${problem.remedy}`;
}

/** The message of anything thrown. */
export function messageOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}
