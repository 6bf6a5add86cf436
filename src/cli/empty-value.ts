import { type Problem, UsageError } from "../core/error.ts";
import type { CommandSpec } from "./option.ts";

/** Throws a UsageError for every value that is blank: a variable that is not set may not choose everything, or nothing. */
export function refuseEmpty({ options, positionals }: CommandSpec, values: Readonly<Record<string, unknown>>): void {
	const names = [...positionals.matchAll(/[a-z]+/g)].map(([name]) => name);
	const problems = [
		...Object.keys(options).map((name) => ({ name, shown: `--${name}` })),
		...names.map((name) => ({ name, shown: `[${name}]` })),
	].flatMap(({ name, shown }) => ([values[name]].flat().some(isBlank) ? [emptyProblem(shown)] : []));
	if (problems.length > 0) throw new UsageError(problems);
}

function isBlank(value: unknown): boolean {
	return typeof value === "string" && value.trim() === "";
}

function emptyProblem(shown: string): Problem {
	const remedy = "give it a value, or leave it out; a variable in it may not be set";
	return { file: null, line: null, column: null, what: `${shown} is empty`, remedy };
}
