import { type Problem, UsageError } from "../core/error.ts";
import { caseForArm } from "./arm-case.ts";
import type { Arm } from "./case.ts";
import { decodeCaseDocument } from "./document/case-schema.ts";
import { problemAnywhere } from "./problem/problems.ts";
import { verifyFindings } from "./rule/expect-rules.ts";
import type { KnownTools } from "./rule/tool-rules.ts";
import type { Suite } from "./suite.ts";
import { merge } from "./text/merge.ts";

const MOST_CASES_NAMED = 5;

/** Throws one UsageError with what keeps the selected arms from playing the suite: overrides that take a case apart, missing prices. */
export function checkArms(suite: Suite, arms: readonly Arm[], tools: KnownTools): void {
	refuse([...arms.flatMap((arm) => overrideProblems(suite, arm, tools)), ...arms.flatMap((arm) => priceProblems(suite, arm))]);
}

/** Throws when a case bounds dollars and the model of a selected arm has no price: such a bound would never be met. */
export function checkPrices(suite: Suite, arms: readonly Arm[]): void {
	refuse(arms.flatMap((arm) => priceProblems(suite, arm)));
}

function overrideProblems({ cases }: Suite, arm: Arm, tools: KnownTools): readonly Problem[] {
	if (Object.keys(arm.overrides).length === 0) return [];
	return cases.flatMap(({ file, source }) => {
		const { document } = decodeCaseDocument(merge(source, arm.overrides));
		const findings = document === null ? [] : verifyFindings(document, tools);
		return findings.map(({ what, remedy }) => ({ file, line: null, column: null, what: `under the arm "${arm.name}", ${what}`, remedy }));
	});
}

function priceProblems({ config, cases }: Suite, arm: Arm): readonly Problem[] {
	if (arm.provider !== "anthropic" || arm.model === null || config.prices.has(arm.model)) return [];
	const bounded = cases.filter((subject) => caseForArm(subject, arm).limits.nanoUsd !== null).map(({ id }) => id);
	if (bounded.length === 0) return [];
	const rest = bounded.length > MOST_CASES_NAMED ? ` and ${bounded.length - MOST_CASES_NAMED} more` : "";
	const what = `limits.usd bounds ${bounded.slice(0, MOST_CASES_NAMED).join(", ")}${rest}, and the model "${arm.model}" of the arm "${arm.name}" has no price`;
	return [problemAnywhere({ what, remedy: "add it to `prices` of assay.yaml" })];
}

function refuse(problems: readonly Problem[]): void {
	if (problems.length > 0) throw new UsageError(problems);
}
