import { expect, test } from "vitest";
import { fails, held, passes, testChecks } from "./check-table.ts";
import { evidenceOf } from "./evidence-of.ts";

const answered = evidenceOf({ answer: "It **is**\n2,520.", turns: 2 });

testChecks([
	[
		"a needle, normalised",
		{ kind: "contains", needle: "IT IS 2520", weight: 1 },
		answered,
		passes('contains:"IT IS 2520"', 'the answer contains "IT IS 2520"'),
	],
	[
		"a needle of an earlier turn",
		{ kind: "contains", needle: "earlier", weight: 1 },
		answered,
		fails('contains:"earlier"', 'expected "earlier" in the answer; the answer is "It **is** 2,520."'),
	],
	[
		"no answer",
		{ kind: "contains", needle: "42", weight: 1 },
		evidenceOf({ turns: 0 }),
		fails('contains:"42"', 'expected "42" in the answer; the answer is ""'),
	],
	[
		"a needle that is not there",
		{ kind: "not_contains", needle: "42", weight: 1 },
		answered,
		passes('not_contains:"42"', 'no "42" in the answer'),
	],
	[
		"a needle that should not be there",
		{ kind: "not_contains", needle: "is", weight: 1 },
		answered,
		fails('not_contains:"is"', 'expected no "is" in the answer; the answer is "It **is** 2,520."'),
	],
	[
		"one of some needles",
		{ kind: "contains_any", needles: ["42", "2520"], weight: 1 },
		answered,
		passes('contains_any:"42|2520"', 'the answer contains "2520"'),
	],
	[
		"none of some needles",
		{ kind: "contains_any", needles: ["42", "43"], weight: 1 },
		answered,
		fails('contains_any:"42|43"', 'expected one of "42", "43" in the answer; the answer is "It **is** 2,520."'),
	],
	[
		"a pattern on the answer as it is",
		{ kind: "matches", pattern: "\\*is\\*\\*\\n\\d", weight: 1 },
		answered,
		passes("matches:/\\*is\\*\\*\\n\\d/", '/\\*is\\*\\*\\n\\d/ matches "*is** 2"'),
	],
	["a pattern that matches an empty part", { kind: "matches", pattern: "^", weight: 1 }, answered, passes("matches:/^/", '/^/ matches ""')],
	[
		"a pattern is not normalised",
		{ kind: "matches", pattern: "2520", weight: 1 },
		answered,
		fails("matches:/2520/", 'expected /2520/ to match the answer; the answer is "It **is** 2,520."'),
	],
	[
		"a pattern that should not match",
		{ kind: "not_matches", pattern: "\\d,\\d+", weight: 1 },
		answered,
		fails("not_matches:/\\d,\\d+/", 'expected /\\d,\\d+/ to match nothing in the answer; it matches "2,520"'),
	],
	[
		"a pattern that does not match",
		{ kind: "not_matches", pattern: "^\\d", weight: 1 },
		answered,
		passes("not_matches:/^\\d/", "/^\\d/ matches nothing in the answer"),
	],
	[
		"a pattern counts characters, not halves",
		{ kind: "matches", pattern: "^.$", weight: 1 },
		evidenceOf({ answer: "😀" }),
		passes("matches:/^.$/", '/^.$/ matches "😀"'),
	],
]);

test("a pattern that backtracks without end fails both ways instead of hanging", () => {
	const evidence = evidenceOf({ answer: `${"a".repeat(60)}b` });
	const pattern = "^(a+)+$";
	const detail = "/^(a+)+$/ backtracks without end on this answer; write it without nested repeats";
	expect(held({ kind: "matches", pattern, weight: 1 }, evidence)).toEqual({ name: "matches:/^(a+)+$/", passed: false, weight: 1, detail });
	expect(held({ kind: "not_matches", pattern, weight: 1 }, evidence)).toEqual({
		name: "not_matches:/^(a+)+$/",
		passed: false,
		weight: 1,
		detail,
	});
});

test("a pattern that is none is a bug of the loader and throws", () => {
	expect(() => held({ kind: "matches", pattern: "(", weight: 1 }, evidenceOf({}))).toThrow("Invalid regular expression");
});
