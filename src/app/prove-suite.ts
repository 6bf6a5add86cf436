import { trialId } from "../recording/trial-key.ts";
import { readScorecard } from "../report/read.ts";
import type { TrialRow } from "../report/trial-row.ts";

/** What is wrong with a case, as its two built-in arms show it. */
export type Violation = { readonly trial: string; readonly what: string };

/** Reads a card of the arms oracle and nop: the oracle must pass every case, doing nothing must fail it. */
export async function findViolations(card: string): Promise<readonly Violation[]> {
	const violations: Violation[] = [];
	for await (const row of (await readScorecard(card)).rows()) {
		const what = violationOf(row);
		if (what !== null) violations.push({ trial: trialId(row), what });
	}
	return violations;
}

function violationOf({ arm, verdict, stop, checks }: TrialRow): string | null {
	if (verdict === "ungraded") return `ungraded: ${stop}`;
	if (arm === "nop") return verdict === "pass" ? "passes though nothing was done: no expectation needs any work" : null;
	if (verdict === "pass") return null;
	const failed = checks.filter((check) => !check.passed).map(({ name, detail }) => `${name}: ${detail}`);
	return `the reference solution fails: ${failed.join("; ")}`;
}
