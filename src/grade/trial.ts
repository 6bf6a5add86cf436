import { isGraded } from "../agent/stop-code.ts";
import type { Expectation } from "../case/expectation.ts";
import type { Evidence } from "../recording/evidence.ts";
import { malformed, unknown } from "./call-checks.ts";
import { checkOf, type DigestOf } from "./checks.ts";
import type { Check, Grade, WeighedFinding } from "./grade.ts";

/** What a trial is graded by. */
export type GradingSubject = { readonly expect: readonly Expectation[]; readonly digestOf: DigestOf };

const UNGRADED: Grade = { verdict: "ungraded", checks: [] };

/**
 * Holds a trial against its case. An end that describes the batch and not the model is no verdict on the model (DESIGN §5), nor
 * is what nobody has looked at: such a trial has to be run again.
 */
export function gradeTrial(subject: GradingSubject, evidence: Evidence): Grade {
	if (!isGraded(evidence.outcome.cause.code) || gradersWereCancelled(evidence)) return UNGRADED;
	const expected = subject.expect.map((expectation) => checkOf(expectation, { evidence, digestOf: subject.digestOf }));
	const unseen = expected.filter(({ passed }) => passed === null);
	if (unseen.length > 0) return { verdict: "ungraded", checks: withUniqueNames(unseen.map(asCheck)) };
	const checks = withUniqueNames([...expected.map(asCheck), ...alwaysChecked(evidence)]);
	return { verdict: checks.every((check) => check.passed) ? "pass" : "fail", checks };
}

function asCheck({ name, passed, weight, detail }: WeighedFinding): Check {
	return { name, passed: passed === true, weight, detail };
}

function gradersWereCancelled(evidence: Evidence): boolean {
	return [...evidence.commands.values()].some((command) => command.end === "cancelled");
}

/** What no case need ask for: these stand in the grade only when they fail. */
function alwaysChecked({ calls }: Evidence): readonly Check[] {
	return [malformed(calls), unknown(calls)].flatMap((finding) => (finding === null ? [] : [asCheck({ ...finding, weight: 1 })]));
}

/** Two checks of one name cannot be told apart in a card: the second is `… (2)`. */
function withUniqueNames(checks: readonly Check[]): readonly Check[] {
	const seen = new Map<string, number>();
	return checks.map((check) => {
		const count = (seen.get(check.name) ?? 0) + 1;
		seen.set(check.name, count);
		return count === 1 ? check : { ...check, name: `${check.name} (${count})` };
	});
}
