import { describe, expect, test } from "vitest";
import { scorecardMarkdown } from "../../src/report/markdown.ts";
import type { CardHead, TrialRow } from "../../src/report/trial-row.ts";
import { failedCheck, headOf, rowOf, tallyOf } from "./row-of.ts";

function markdown(card: CardHead, trials: readonly TrialRow[]): string {
	return scorecardMarkdown(card, tallyOf(card, trials));
}

const head = headOf({
	arms: [
		{ arm: "haiku", provider: "anthropic", model: "claude-haiku" },
		{ arm: "nop", provider: "nop", model: null },
	],
});
const nop = { arm: "nop", usage: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, complete: true }, nanoUsd: 0 };
const rows = [
	rowOf({ caseId: "a" }),
	rowOf({ caseId: "a", repeat: 2, verdict: "ungraded", stop: "provider_error" }),
	rowOf({ ...nop, caseId: "a", verdict: "fail", checks: [failedCheck('contains:"a|b"', 'the answer is "<b>`x`"')] }),
	rowOf({ caseId: "b", tags: ["x|y"], nanoUsd: 500_000_000 }),
];

describe("scorecardMarkdown", () => {
	test("shows the verdict, the arms, the tags and the failures", () => {
		expect(markdown({ ...head, complete: false, reason: "provider" }, rows)).toBe(`# katas

**FAIL**: of 4 planned, 2 passed, 1 failed, 1 ungraded (provider\\_error 1).

The card is not complete: provider.

| arm | model | planned | passed | failed | ungraded | pass rate | cases, every repeat | cases, any repeat | input | output | cache | USD |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
| haiku | claude-haiku | 3 | 2 | 0 | 1 (provider\\_error 1) | 1.0000 (2/2, 1 ungraded) | 1.0000 (1/1, 1 ungraded) | 1.0000 (1/1, 1 ungraded) | 300 | 60 | 21 | 0.502000000 |
| nop | nop | 1 | 0 | 1 | 0 | 0.0000 (0/1) | 0.0000 (0/1) | 0.0000 (0/1) | 0 | 0 | 0 | 0.000000000 |

## Tags

| tag | arm | planned | passed | failed | ungraded | pass rate |
| --- | --- | --- | --- | --- | --- | --- |
| codegen | haiku | 2 | 1 | 0 | 1 (provider\\_error 1) | 1.0000 (1/1, 1 ungraded) |
| codegen | nop | 1 | 0 | 1 | 0 | 0.0000 (0/1) |
| x\\|y | haiku | 1 | 1 | 0 | 0 | 1.0000 (1/1) |

## Failed

| trial | first failed check | detail |
| --- | --- | --- |
| nop/a/1 | contains:"a\\|b" | the answer is "&lt;b&gt;\\\`x\\\`" |

Plan p, seed 7.
`);
	});

	test.each([
		["all passed", [rowOf()], "**PASS**: of 1 planned, 1 passed, 0 failed."],
		[
			"one failed and one is ungraded",
			[rowOf({ caseId: "a", verdict: "fail" }), rowOf({ caseId: "b", verdict: "ungraded", stop: "cancelled" })],
			"**FAIL**: of 2 planned, 0 passed, 1 failed, 1 ungraded (cancelled 1).",
		],
		[
			"one is ungraded",
			[rowOf({ verdict: "ungraded", stop: "cancelled" })],
			"**INCOMPLETE**: of 1 planned, 0 passed, 0 failed, 1 ungraded (cancelled 1).",
		],
		["there was nothing", [], "**INCOMPLETE**: of 0 planned, 0 passed, 0 failed."],
	] as const)("says so when %s", (_, given, line) => {
		expect(markdown(head, given).split("\n")[2]).toBe(line);
	});

	test("names 50 failures and says how many more there are", () => {
		const failed = Array.from({ length: 53 }, (_, index) => rowOf({ repeat: index + 1, verdict: "fail" }));
		const lines = markdown(head, failed).split("\n");
		expect([lines.filter((line) => line.startsWith("| haiku/")).length, lines.includes("And 3 more.")]).toEqual([50, true]);
	});

	test("stays far below what a step summary may be, however many tags there are", () => {
		const tagged = rowOf({ tags: Array.from({ length: 20_000 }, (_, index) => `tag ${index}`) });
		const text = markdown(head, [tagged]);
		expect(text).toContain("\nAnd 19800 more.\n");
		expect(Buffer.byteLength(text)).toBeLessThan(100_000);
	});

	test("a suite cannot name its way out of the heading", () => {
		expect(markdown(headOf({ suite: "a\n\n<script>" }), []).split("\n")[0]).toBe("# a &lt;script&gt;");
	});
});
