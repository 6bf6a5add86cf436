import { describe, expect, test } from "vitest";
import { globMatcher } from "../../src/core/glob.ts";

describe("globMatcher", () => {
	test.each([
		["codegen/*", "codegen/median", true],
		["codegen/*", "codegen/kata/median", false],
		["codegen/**", "codegen/kata/median", true],
		["**/median", "codegen/kata/median", true],
		["**", "anything/at/all", true],
		["*", ".hidden", true],
		["**/*.js", "src/.cache/a.js", true],
		["a?c", "abc", true],
		["a?c", "a/c", false],
		["{a,b}/x", "b/x", true],
		["[ab]", "c", false],
		["median", "kata-median", false],
		["Codegen/*", "codegen/median", false],
	])("%s on %s: %s", (glob, path, matches) => {
		expect(globMatcher([glob])(path)).toBe(matches);
	});

	test("one of several is enough; none matches nothing", () => {
		expect(globMatcher(["a", "b"])("b")).toBe(true);
		expect(globMatcher([])("a")).toBe(false);
	});
});
