import type { Arm } from "../case/case.ts";
import { checkArms } from "../case/check-arms.ts";
import { didYouMean } from "../case/problem/did-you-mean.ts";
import type { Suite } from "../case/suite.ts";
import { type Problem, UsageError } from "../core/error.ts";
import { nameSome } from "../core/name-some.ts";
import { by } from "../core/order.ts";
import { TOOLS } from "../tool/registry.ts";

/**
 * The arms named, else those marked `default`, else `oracle`; by name. Throws one UsageError with all that keeps them from
 * playing the suite.
 */
export function chooseArms(suite: Suite, names: readonly string[]): readonly Arm[] {
	const { arms } = suite.config;
	const known = arms.map(({ name }) => name);
	refuse(names.filter((name) => !known.includes(name)).map((name) => problem(`no arm "${name}"`, didYouMean(name, known))));
	const chosen = arms.filter((arm) => isChosen(arm, arms, names)).sort(by(({ name }) => name));
	refuse([...problemsOf(() => checkArms(suite, chosen, TOOLS)), ...chosen.flatMap((arm) => oracleProblems(suite, arm))]);
	return chosen;
}

function isChosen(arm: Arm, arms: readonly Arm[], names: readonly string[]): boolean {
	if (names.length > 0) return names.includes(arm.name);
	return arms.some((other) => other.isDefault) ? arm.isDefault : arm.name === "oracle";
}

/** An oracle has nothing to say on a case without a reference solution. */
function oracleProblems({ cases }: Suite, { name, provider }: Arm): readonly Problem[] {
	const mute = provider === "oracle" ? cases.filter(({ oracle }) => oracle === null).map(({ file }) => file) : [];
	if (mute.length === 0) return [];
	const remedy = "write one, choose another arm with -a, or leave them out";
	return [problem(`the arm "${name}" cannot answer ${nameSome(mute)}: no \`oracle\` there`, remedy)];
}

function problem(what: string, remedy: string): Problem {
	return { file: null, line: null, column: null, what, remedy };
}

function problemsOf(check: () => void): readonly Problem[] {
	try {
		check();
	} catch (error) {
		if (error instanceof UsageError) return error.problems;
		throw error;
	}
	return [];
}

function refuse(problems: readonly Problem[]): void {
	if (problems.length > 0) throw new UsageError(problems);
}
