import { type Problem, UsageError } from "../core/error.ts";
import { refuseEmpty } from "./empty-value.ts";
import type { Arguments, CommandSpec } from "./option.ts";

/** Throws one UsageError for all that is wrong with the values of a command line, each by itself. */
export function refuseWrong(spec: CommandSpec, args: Arguments, values: Readonly<Record<string, unknown>>): void {
	refuseEmpty(spec, values);
	const problems = Object.entries(spec.options).flatMap(([name, { kind }]) => problemsOf(() => args[kind](name)));
	if (problems.length > 0) throw new UsageError(problems);
}

function problemsOf(read: () => unknown): readonly Problem[] {
	try {
		read();
		return [];
	} catch (error) {
		if (error instanceof UsageError) return error.problems;
		throw error;
	}
}
