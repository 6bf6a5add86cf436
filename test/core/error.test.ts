import { describe, expect, test } from "vitest";
import { formatProblem, messageOf, UsageError, usageError } from "../../src/core/error.ts";

const problem = { file: "cases/a.yaml", line: 3, column: 7, what: 'unknown key "promt"', remedy: 'did you mean "prompt"?' };

describe("a user's mistake", () => {
	test("is said with its place, what it is and what to do", () => {
		expect(formatProblem(problem)).toBe('cases/a.yaml:3:7: unknown key "promt"; did you mean "prompt"?');
		expect(formatProblem({ ...problem, column: null })).toMatch(/^cases\/a\.yaml:3: unknown/);
		expect(formatProblem({ ...problem, line: null, column: null })).toMatch(/^cases\/a\.yaml: unknown/);
	});

	test("has one line for each problem", () => {
		const error = new UsageError([problem, ...usageError("no arm", "name one").problems]);
		expect(error.message.split("\n")).toEqual([formatProblem(problem), "no arm; name one"]);
		expect([error.name, error.problems.length]).toEqual(["UsageError", 2]);
	});
});

test("anything thrown has a message", () => {
	expect([new Error("broke"), "a text", null, 3].map(messageOf)).toEqual(["broke", "a text", "null", "3"]);
});
