import type { Arm } from "../case/case.ts";
import { checkArms } from "../case/check-arms.ts";
import { didYouMean } from "../case/problem/did-you-mean.ts";
import type { Suite } from "../case/suite.ts";
import { type Problem, UsageError } from "../core/error.ts";
import { by } from "../core/order.ts";
import { TOOLS } from "../tool/registry.ts";

const MOST_NAMED = 5;

/** The arms named, else those marked `default`, else `oracle`; by name. Throws when one is unknown or cannot play the suite. */
export function chooseArms(suite: Suite, names: readonly string[]): readonly Arm[] {
	const { arms } = suite.config;
	const problems: Problem[] = [];
	for (const name of names) {
		if (arms.some((arm) => arm.name === name)) continue;
		const known = arms.map((arm) => arm.name);
		problems.push({ file: null, line: null, column: null, what: `no arm "${name}"`, remedy: didYouMean(name, known) });
	}
	if (problems.length > 0) throw new UsageError(problems);
	const chosen = arms.filter((arm) => isChosen(arm, arms, names)).sort(by((arm) => arm.name));
	checkArms(suite, chosen, TOOLS);
	checkOracles(suite, chosen);
	return chosen;
}

function isChosen(arm: Arm, arms: readonly Arm[], names: readonly string[]): boolean {
	if (names.length > 0) return names.includes(arm.name);
	return arms.some((other) => other.isDefault) ? arm.isDefault : arm.provider === "oracle";
}

/** The oracle arm has nothing to say on a case without a reference solution. */
function checkOracles({ cases }: Suite, arms: readonly Arm[]): void {
	const mute = arms.some((arm) => arm.provider === "oracle") ? cases.filter((subject) => subject.oracle === null) : [];
	if (mute.length === 0) return;
	const shown = mute.slice(0, MOST_NAMED).map(({ file }) => file);
	const rest = mute.length > MOST_NAMED ? ` and ${mute.length - MOST_NAMED} more` : "";
	const what = `the arm "oracle" cannot answer ${shown.join(", ")}${rest}: no \`oracle\` there`;
	throw new UsageError([
		{ file: null, line: null, column: null, what, remedy: "write one, choose another arm with -a, or leave them out" },
	]);
}
