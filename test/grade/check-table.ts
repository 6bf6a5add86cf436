import { expect, test } from "vitest";
import type { Expectation } from "../../src/case/expectation.ts";
import { checkOf } from "../../src/grade/checks.ts";
import type { Finding, WeighedFinding } from "../../src/grade/grade.ts";
import type { Evidence } from "../../src/recording/evidence.ts";

type Row = readonly [title: string, expectation: Expectation, evidence: Evidence, finding: Finding];

/** Whole checks, so that no word of them changes unseen. */
export function testChecks(rows: readonly Row[]): void {
	test.each(rows)("%s", (_, expectation, evidence, finding) => {
		expect(held(expectation, evidence)).toEqual({ ...finding, weight: expectation.weight });
	});
}

/** The digest `d` is that of every command. */
export function held(expectation: Expectation, evidence: Evidence): WeighedFinding {
	return checkOf(expectation, { evidence, digestOf: () => "d" });
}

export function passes(name: string, detail: string): Finding {
	return { name, passed: true, detail };
}

export function fails(name: string, detail: string): Finding {
	return { name, passed: false, detail };
}

/** Nobody has looked. */
export function untold(name: string, detail: string): Finding {
	return { name, passed: null, detail };
}
