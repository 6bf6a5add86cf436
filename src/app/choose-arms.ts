import type { Arm } from "../case/case.ts";
import { checkArms, checkOverrides } from "../case/check-arms.ts";
import { didYouMean } from "../case/problem/did-you-mean.ts";
import { problemAnywhere } from "../case/problem/problems.ts";
import type { Suite } from "../case/suite.ts";
import { UsageError } from "../core/error.ts";
import { by } from "../core/order.ts";
import { TOOLS } from "../tool/registry.ts";

/**
 * The arms named, else those marked `default`, else `oracle`; by name. Throws one UsageError with all that keeps them from
 * playing the suite.
 */
export function chooseArms(suite: Suite, names: readonly string[]): readonly Arm[] {
	const { arms } = suite.config;
	const known = arms.map(({ name }) => name);
	const unknown = names.filter((name) => !known.includes(name));
	if (unknown.length > 0)
		throw new UsageError(unknown.map((name) => problemAnywhere({ what: `no arm "${name}"`, remedy: didYouMean(name, known) })));
	const chosen = arms.filter((arm) => isChosen(arm, arms, names)).sort(by(({ name }) => name));
	checkArms(suite, chosen, TOOLS);
	return chosen;
}

/** Throws one UsageError where what any arm of the suite overrides takes a case apart. */
export function refuseOverrides(suite: Suite): void {
	checkOverrides(suite, TOOLS);
}

function isChosen(arm: Arm, arms: readonly Arm[], names: readonly string[]): boolean {
	if (names.length > 0) return names.includes(arm.name);
	return arms.some((other) => other.isDefault) ? arm.isDefault : arm.name === "oracle";
}
