import { describe, expect, test } from "vitest";
import { KEPT_FAILURES } from "../../src/report/tally.ts";
import { failedCheck, headOf, rowOf, tallyOf } from "./row-of.ts";

const head = headOf({
	arms: [
		{ arm: "opus", provider: "anthropic", model: "claude-opus" },
		{ arm: "haiku", provider: "anthropic", model: "claude-haiku" },
	],
});
const NO_RATE = { passed: 0, graded: 0, planned: 0 };

describe("foldTally", () => {
	test("counts an arm's trials by verdict, the ungraded by what ended them", () => {
		const tally = tallyOf(head, [
			rowOf({ caseId: "a" }),
			rowOf({ caseId: "b", verdict: "fail", stop: "max_rounds" }),
			rowOf({ caseId: "c", verdict: "ungraded", stop: "provider_error" }),
			rowOf({ caseId: "d", verdict: "ungraded", stop: "cancelled" }),
			rowOf({ caseId: "e", verdict: "ungraded", stop: "provider_error" }),
		]);
		const ungraded = new Map([
			["provider_error", 2],
			["cancelled", 1],
		]);
		expect(tally.arms.map(({ arm, counts }) => [arm, counts])).toEqual([
			["haiku", { planned: 5, passed: 1, failed: 1, ungraded }],
			["opus", { planned: 0, passed: 0, failed: 0, ungraded: new Map() }],
		]);
		expect(tally.all.counts).toEqual({ planned: 5, passed: 1, failed: 1, ungraded });
	});

	test("counts a case once all its repeats are graded: all passed, any passed", () => {
		const repeats = (caseId: string, ...verdicts: ("pass" | "fail" | "ungraded")[]) =>
			verdicts.map((verdict, index) =>
				rowOf({ caseId, repeat: index + 1, verdict, stop: verdict === "ungraded" ? "cancelled" : "completed" }),
			);
		const tally = tallyOf(head, [
			...repeats("a", "pass", "pass"),
			...repeats("b", "pass", "fail"),
			...repeats("c", "fail", "fail"),
			...repeats("d", "pass", "ungraded"),
			...repeats("e", "ungraded", "fail"),
			...repeats("f", "pass"),
		]);
		expect(tally.arms.map(({ cases }) => cases)).toEqual([
			{ passAll: { passed: 2, graded: 4, planned: 6 }, passAny: { passed: 3, graded: 4, planned: 6 } },
			{ passAll: NO_RATE, passAny: NO_RATE },
		]);
	});

	test("a case of two arms is two, each with its own repeats", () => {
		const tally = tallyOf(head, [
			rowOf({ caseId: "a", arm: "haiku" }),
			rowOf({ caseId: "a", arm: "haiku", repeat: 2 }),
			rowOf({ caseId: "a", arm: "opus", verdict: "fail" }),
			rowOf({ caseId: "a", arm: "opus", repeat: 2 }),
		]);
		const passes = tally.arms.map(({ arm, cases }) => [arm, cases.passAll.passed, cases.passAny.passed]);
		expect(passes).toEqual([
			["haiku", 1, 1],
			["opus", 0, 1],
		]);
		expect(tally.all.cases).toEqual({ passAll: { passed: 1, graded: 2, planned: 2 }, passAny: { passed: 2, graded: 2, planned: 2 } });
	});

	test("sums what trials took", () => {
		const [arm] = tallyOf(head, [rowOf({ caseId: "a" }), rowOf({ caseId: "b" })]).arms;
		expect(arm?.spent).toEqual({
			usage: { input: 200, output: 40, cacheRead: 6, cacheWrite: 8, complete: true },
			nanoUsd: 2_000_000,
			rounds: 4,
			requests: 6,
			toolCalls: 2,
			counters: { compactions: 0, denied: 2, unknown: 0, malformed: 0, toolErrors: 4 },
		});
	});

	test("counts a trial once under each of its tags, tags by code unit", () => {
		const tally = tallyOf(head, [
			rowOf({ caseId: "a", arm: "haiku", tags: ["é", "b", "b"] }),
			rowOf({ caseId: "a", arm: "opus", tags: ["b"], verdict: "fail" }),
			rowOf({ caseId: "b", arm: "haiku", tags: ["B"] }),
		]);
		const passed = { planned: 1, passed: 1, failed: 0, ungraded: new Map() };
		const failed = { planned: 1, passed: 0, failed: 1, ungraded: new Map() };
		expect(tally.tags).toEqual([
			{ tag: "B", arms: [{ arm: "haiku", counts: passed }] },
			{
				tag: "b",
				arms: [
					{ arm: "haiku", counts: passed },
					{ arm: "opus", counts: failed },
				],
			},
			{ tag: "é", arms: [{ arm: "haiku", counts: passed }] },
		]);
	});

	test("keeps the failures that come first, each with its first failed check", () => {
		const checks = [{ ...failedCheck("contains", "ok"), passed: true }, failedCheck("verify", "exit 1"), failedCheck("max_rounds", "9")];
		const rows = Array.from({ length: KEPT_FAILURES + 3 }, (_, index) => rowOf({ repeat: index + 1, verdict: "fail", checks }));
		const tally = tallyOf(head, [rowOf({ caseId: "a" }), ...rows]);
		expect([tally.failures.length, tally.all.counts.failed]).toEqual([KEPT_FAILURES, KEPT_FAILURES + 3]);
		expect(tally.failures[0]).toEqual({
			caseId: "kata/median",
			arm: "haiku",
			repeat: 1,
			stop: "completed",
			check: "verify",
			detail: "exit 1",
		});
		expect(tally.all.checks).toEqual({ passed: KEPT_FAILURES + 3, graded: 3 * (KEPT_FAILURES + 3) });
	});

	test("an arm that was not planned is a bug and throws", () => {
		expect(() => tallyOf(head, [rowOf({ arm: "sonnet" })])).toThrow('a trial of the arm "sonnet", which was not planned');
	});
});
