import { describe, expect, test } from "vitest";
import { EXIT, exitCodeOf } from "../../src/app/exit-code.ts";
import type { Counts } from "../../src/report/counts.ts";
import { verdictOf } from "../../src/view/summary.ts";

function counts(passed: number, failed: number, ungraded: number): Counts {
	return { planned: passed + failed + ungraded, passed, failed, ungraded: new Map(ungraded === 0 ? [] : [["provider_error", ungraded]]) };
}

describe("the exit code of a batch", () => {
	test.each([
		[counts(3, 0, 0), 0, "PASS"],
		[counts(2, 1, 0), 1, "FAIL"],
		[counts(2, 0, 1), 3, "INCOMPLETE"],
		[counts(0, 0, 1), 3, "INCOMPLETE"],
		[counts(1, 1, 1), 1, "FAIL"],
	])("of %j is %d, %s", (given, code, verdict) => {
		expect([exitCodeOf(given), verdictOf(given)]).toEqual([code, verdict]);
	});

	test("has one number for each meaning", () => {
		expect(EXIT).toEqual({ passed: 0, failed: 1, usage: 2, incomplete: 3, inconclusive: 4, broken: 70, interrupted: 130, terminated: 143 });
	});
});
