import { describe, expect, test } from "vitest";
import { alternativesOf, globFault, globMatcher } from "../../src/core/glob.ts";

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
		["**", "line\nbreak", true],
		["**/x", "line\nbreak/x", true],
		["Codegen/*", "codegen/median", false],
	])("%s on %s: %s", (glob, path, matches) => {
		expect(globMatcher([glob])(path)).toBe(matches);
	});

	test("one of several is enough; none matches nothing", () => {
		expect(globMatcher(["a", "b"])("b")).toBe(true);
		expect(globMatcher([])("a")).toBe(false);
	});
});

describe("globFault", () => {
	test.each([
		"**",
		"packages/*/src/**/*.test.*",
		"*a*a*b",
		"**/a/**/b/**",
		"*/*/*/*/*.ts",
		"{*.ts,*.js,*.mjs,*.cjs,*.md}",
		"{src,test,lib}/**/*.{ts,tsx,js,jsx,mjs,cjs}",
		"[ab]*",
		"app/\\(group\\)/x",
	])("%s is held against any name", (glob) => {
		expect(globFault(glob)).toBeNull();
	});

	test.each([
		["*a*a*a*b", "stars"],
		["*a*a*/*a*b", "stars"],
		["**/a/**/b/**/c/**", "stars"],
		["**/a/**/*a*a*b", "stars"],
		["{x,*a*a*a*b}", "stars"],
		["{*,x}{*,x}{*,x}{*,x}", "stars"],
		["+(a)", "group"],
		["(a|b)", "group"],
		["[ab]+", "group"],
		["{a,b}+", "group"],
		["{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}", "alternatives"],
		["{{{{{{{{{", "alternatives"],
	])("%s is not: %s", (glob, fault) => {
		expect(globFault(glob)).toBe(fault);
	});

	test("one of more than 1,000 characters is not", () => {
		expect([globFault("x".repeat(1000)), globFault("x".repeat(1001))]).toEqual([null, "length"]);
	});

	test("braces are written out, those within others too", () => {
		expect([...alternativesOf("a{b,c{d,/e}}f")]).toEqual(["abf", "acdf", "abf", "ac/ef"]);
	});
});
