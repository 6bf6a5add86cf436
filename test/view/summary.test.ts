import { describe, expect, test } from "vitest";
import { summaryText } from "../../src/view/summary.ts";
import { failedCheck, headOf, rowOf, tallyOf } from "../report/row-of.ts";

const HEAD = headOf({
	arms: [
		{ arm: "haiku", provider: "anthropic", model: "claude-haiku" },
		{ arm: "nop", provider: "nop", model: null },
	],
});

describe("a summary", () => {
	test("says whether it is good, what is not, what it cost and where it stands", () => {
		const rows = [
			rowOf({ caseId: "a", nanoUsd: 1_500_000 }),
			rowOf({
				caseId: "a",
				arm: "nop",
				nanoUsd: 0,
				verdict: "fail",
				stop: "max_rounds",
				checks: [failedCheck("contains", "found\u001b[2J nothing")],
			}),
			rowOf({ caseId: "b", nanoUsd: 0, verdict: "ungraded", stop: "provider_error" }),
			rowOf({ caseId: "c", nanoUsd: 0, verdict: "ungraded", stop: "cancelled" }),
			rowOf({ caseId: "d", nanoUsd: 0, verdict: "ungraded", stop: "cancelled" }),
		];
		const text = summaryText({
			suite: "katas",
			directory: "reports/x",
			card: "reports/x/scorecard.json",
			reason: "ungraded",
			tally: tallyOf(HEAD, rows),
			isKept: true,
		});
		expect(text.split("\n")).toEqual([
			"FAIL  katas: 1 of 5 passed, 1 failed, 3 ungraded (1 provider_error, 2 cancelled)",
			"  haiku (claude-haiku): 1 of 4 passed, 0 failed, 3 ungraded (1 provider_error, 2 cancelled); 480 tokens, $0.001500000",
			"  nop: 0 of 1 passed, 1 failed, 0 ungraded; 120 tokens",
			"failed:",
			"  nop/a/1  max_rounds; contains: found\\u{1b}[2J nothing",
			"look at one: assay show reports/x <trial>",
			"The card is not complete: ungraded.",
			"Workspaces are kept: reports/x/run.json says where.",
			"scorecard: reports/x/scorecard.json",
		]);
	});

	test("names ten failures and counts the others", () => {
		const rows = Array.from({ length: 14 }, (_, at) =>
			rowOf({ caseId: `case-${String(at).padStart(2, "0")}`, verdict: "fail", checks: [failedCheck("contains", "no")] }),
		);
		const text = summaryText({ suite: "katas", directory: "r", card: "r/c", reason: null, tally: tallyOf(HEAD, rows), isKept: false });
		expect(text.match(/ {2}haiku\/case-/g)).toHaveLength(10);
		expect(text).toContain("\n  and 4 more\n");
		expect(text).not.toContain("not complete");
	});

	test("of a run that was interrupted says what became of trials that the journal does not know", () => {
		const tally = tallyOf(headOf(), [rowOf({ nanoUsd: 0 })]);
		const text = summaryText({ suite: "katas", directory: "r", card: "r/c", reason: "interrupted", tally, isKept: false });
		expect(text).toContain("not complete: interrupted; trials whose end is not in the journal, or torn there, count as cancelled.\n");
	});

	test("of a good run is short", () => {
		const text = summaryText({
			suite: "katas",
			directory: "r",
			card: "r/c",
			reason: null,
			tally: tallyOf(headOf(), [rowOf({ nanoUsd: 0 })]),
			isKept: false,
		});
		expect(text).toBe(
			"PASS  katas: 1 of 1 passed, 0 failed, 0 ungraded\n  haiku (claude-haiku): 1 of 1 passed, 0 failed, 0 ungraded; 120 tokens\nscorecard: r/c",
		);
	});
});
