import type { Expectation, VerifyExpectation } from "../case/expectation.ts";
import { unreachable } from "../core/assert.ts";
import type { Evidence } from "../recording/evidence.ts";
import { args } from "./args-check.ts";
import { called, calledInOrder, deniedOnce, noneCalled, notCalled } from "./call-checks.ts";
import { file } from "./file-check.ts";
import type { Finding, WeighedFinding } from "./grade.ts";
import { endsOnFailedCall, maxRounds, minCompactions, stopCause } from "./run-checks.ts";
import { contains, containsAny, containsNot, matches, matchesNot } from "./text-checks.ts";
import { unchanged, verify } from "./workspace-checks.ts";

/** The digest that the evidence of a `verify` must carry to count: `verifyDigest` over the files that the case names now. */
export type DigestOf = (expectation: VerifyExpectation) => string;

export type Graded = { readonly evidence: Evidence; readonly digestOf: DigestOf };

/** One expectation held against what happened. */
export function checkOf(expectation: Expectation, graded: Graded): WeighedFinding {
	const { name, passed, detail } = findingOf(expectation, graded);
	return { name, passed, detail, weight: expectation.weight };
}

function findingOf(expectation: Expectation, { evidence, digestOf }: Graded): Finding {
	const { calls, outcome } = evidence;
	const answer = evidence.turns.at(-1)?.text ?? "";
	switch (expectation.kind) {
		case "tools":
			return called(expectation.tool, calls);
		case "forbid_tools":
			return notCalled(expectation.tool, calls);
		case "denied":
			return deniedOnce(expectation.tool, calls);
		case "tools_in_order":
			return calledInOrder(expectation.tools, calls);
		case "no_tools":
			return noneCalled(calls);
		case "args":
			return args(expectation, calls);
		case "contains":
			return contains(expectation.needle, answer);
		case "not_contains":
			return containsNot(expectation.needle, answer);
		case "contains_any":
			return containsAny(expectation.needles, answer);
		case "matches":
			return matches(expectation.pattern, answer);
		case "not_matches":
			return matchesNot(expectation.pattern, answer);
		case "max_rounds":
			return maxRounds(expectation.limit, outcome);
		case "stop_cause":
			return stopCause(expectation.code, outcome);
		case "min_compactions":
			return minCompactions(expectation.least, outcome);
		case "ended_on_failed_call":
			return endsOnFailedCall(expectation.value, evidence);
		case "unchanged":
			return unchanged(expectation.globs, evidence.diff);
		case "files":
			return file(expectation, evidence.files);
		case "verify":
			return verify(expectation, digestOf(expectation), evidence);
		default:
			return unreachable(expectation);
	}
}
