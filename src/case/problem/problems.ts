import { formatProblem, type Problem, UsageError } from "../../core/error.ts";
import { byCodeUnit } from "../../core/order.ts";
import type { Complaint } from "./finding.ts";

/** A value, or all that is wrong with what it was to be made from. */
export type Checked<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problems: readonly Problem[] };

/** What the stages of a load report to; one error holds it all in the end. */
export type ProblemLog = {
	/** A problem that is known already is not kept twice: one `_defaults.yaml` serves many cases. */
	readonly report: (problems: readonly Problem[]) => void;
	/** Values that something else stands for now: what is said of their places beside this is an echo, and dropped. */
	readonly reportFlaws: (problems: readonly Problem[]) => void;
	/** Throws what was reported as one UsageError, by file, line and column. */
	readonly refuse: () => never;
	readonly refuseIfAny: () => void;
};

export function problemLog(): ProblemLog {
	const problems = new Map<string, Problem>();
	const flaws = new Map<string, Problem>();
	const refuse = (): never => {
		const flawed = new Set([...flaws.values()].map(placeName));
		const others = [...problems.values()].filter((problem) => !flawed.has(placeName(problem)));
		throw new UsageError([...flaws.values(), ...others].sort(byPlace));
	};
	return {
		report: (more) => {
			for (const problem of more) problems.set(formatProblem(problem), problem);
		},
		reportFlaws: (more) => {
			for (const problem of more) flaws.set(formatProblem(problem), problem);
		},
		refuse,
		refuseIfAny: () => {
			if (problems.size + flaws.size > 0) refuse();
		},
	};
}

/** The value, when there is one; what is wrong is reported. */
export function valueOr<T>(checked: Checked<T>, log: ProblemLog): T | null {
	if (checked.ok) return checked.value;
	log.report(checked.problems);
	return null;
}

/** A problem that stands in no file: with a flag, a path, a choice. */
export function problemAnywhere({ what, remedy }: Complaint): Problem {
	return { file: null, line: null, column: null, what, remedy };
}

/** A problem with a file as a whole. */
export function fileProblem(file: string, what: string, remedy: string): Problem {
	return { file, line: 1, column: 1, what, remedy };
}

function placeName({ file, line, column }: Problem): string {
	return `${file}:${line}:${column}`;
}

function byPlace(a: Problem, b: Problem): number {
	return (
		byCodeUnit(a.file ?? "", b.file ?? "") ||
		(a.line ?? 0) - (b.line ?? 0) ||
		(a.column ?? 0) - (b.column ?? 0) ||
		byCodeUnit(a.what, b.what)
	);
}
