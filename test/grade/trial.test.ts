import { describe, expect, test } from "vitest";
import { isGraded, STOP_CODES } from "../../src/agent/stop-code.ts";
import type { Expectation } from "../../src/case/expectation.ts";
import { gradeTrial } from "../../src/grade/trial.ts";
import { callOf, commandOf, evidenceOf, verifyOf } from "./evidence-of.ts";

const digestOf = (): string => "d";
const contains = (needle: string, weight = 1): Expectation => ({ kind: "contains", needle, weight });

describe("gradeTrial", () => {
	test("passes a trial of which every check passed", () => {
		const grade = gradeTrial({ expect: [contains("a", 3), verifyOf()], digestOf }, evidenceOf({ answer: "a", commands: [commandOf({})] }));
		expect(grade).toEqual({
			verdict: "pass",
			checks: [
				{ name: 'contains:"a"', passed: true, weight: 3, detail: 'the answer contains "a"' },
				{ name: "verify", passed: true, weight: 1, detail: '"npm test" exited with 0' },
			],
		});
	});

	test("fails a trial for one check, and keeps the others", () => {
		const grade = gradeTrial({ expect: [contains("a"), contains("b")], digestOf }, evidenceOf({ answer: "a" }));
		expect([grade.verdict, grade.checks.map((check) => check.passed)]).toEqual(["fail", [true, false]]);
	});

	test.each(STOP_CODES.map((code) => [code, isGraded(code) ? "pass" : "ungraded"] as const))("an end with %s is %s", (code, verdict) => {
		const grade = gradeTrial({ expect: [contains("a")], digestOf }, evidenceOf({ answer: "a", code }));
		expect([grade.verdict, grade.checks.length]).toEqual([verdict, verdict === "pass" ? 1 : 0]);
	});

	test("a grader that was cancelled says nothing about the model", () => {
		const commands = [commandOf({ end: "cancelled", exitCode: null })];
		expect(gradeTrial({ expect: [verifyOf()], digestOf }, evidenceOf({ commands }))).toEqual({ verdict: "ungraded", checks: [] });
	});

	test.each([
		[
			"that could not start",
			[commandOf({ end: "not-started", exitCode: null })],
			/^"npm test" could not be started; .*run the trial again$/,
		],
		["that was never run", [], /^no evidence of this command is recorded; run the trial again$/],
	])("a verify %s says that the trial must be run again, whatever else failed", (_, commands, detail) => {
		const grade = gradeTrial({ expect: [contains("b"), verifyOf({}), contains("a", 2)], digestOf }, evidenceOf({ answer: "a", commands }));
		expect(grade).toEqual({
			verdict: "ungraded",
			checks: [{ name: "verify", passed: false, weight: 1, detail: expect.stringMatching(detail) }],
		});
	});

	test("so does every file that nobody has read", () => {
		const files = ["a", "b"].map((path) => ({ kind: "files" as const, path, exists: true, weight: 1 }));
		const { verdict, checks } = gradeTrial({ expect: files, digestOf }, evidenceOf({}));
		expect([verdict, checks.map(({ name }) => name)]).toEqual(["ungraded", ["files:a", "files:b"]]);
	});

	test("malformed arguments and unknown tools fail a trial unasked", () => {
		const calls = [
			callOf("fs_write", { round: 2, settledBy: "malformed", isError: true }),
			callOf("grep", { settledBy: "unknown", isError: true }),
			callOf("grep", { settledBy: "unknown", isError: true }),
			callOf("a\u001b[0m|b", { settledBy: "unknown", isError: true }),
		];
		expect(gradeTrial({ expect: [contains("a")], digestOf }, evidenceOf({ answer: "a", calls }))).toEqual({
			verdict: "fail",
			checks: [
				{ name: 'contains:"a"', passed: true, weight: 1, detail: 'the answer contains "a"' },
				{
					name: "malformed_arguments",
					passed: false,
					weight: 1,
					detail: "expected arguments that are JSON objects; found 1 call without, the first of fs_write in turn 1, round 2 (malformed)",
				},
				{ name: "unknown_tools", passed: false, weight: 1, detail: "expected calls of tools that exist; found grep, a\ufffd[0m|b" },
			],
		});
	});

	test("denied and failed calls, and arguments that a tool does not take, are no reason to fail", () => {
		const calls = [
			callOf("shell", { settledBy: "withheld", isError: true }),
			callOf("shell", { isError: true }),
			callOf("shell", { settledBy: "invalid", isError: true }),
		];
		expect(gradeTrial({ expect: [contains("a")], digestOf }, evidenceOf({ answer: "a", calls })).verdict).toBe("pass");
	});

	test("checks of one name are told apart", () => {
		const verifies = [verifyOf(), verifyOf({ run: "npm run lint" }), verifyOf({ run: "npm run types" })];
		const names = gradeTrial({ expect: verifies, digestOf }, evidenceOf({})).checks.map((check) => check.name);
		expect(names).toEqual(["verify", "verify (2)", "verify (3)"]);
	});
});
