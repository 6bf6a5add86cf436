import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { normalisesToNothing } from "../../src/case/document/needle.ts";
import { normalise } from "../../src/core/normalise.ts";

describe("normalise", () => {
	test.each([
		["case says nothing", "DONE", "done"],
		["emphasis says nothing", "**Done**, see `src/a.js` # _now_", "done, see src/a.js now"],
		["a thousands separator says nothing", "2,520 and 1,000,000.50", "2520 and 1000000.50"],
		["a separator before other punctuation is one still", "2,520, 3,600.", "2520, 3600."],
		["emphasis inside a number is gone before its separator", "**2**,520", "2520"],
		["a list of digits is no number", "rows 1,2 and 3,4", "rows 1,2 and 3,4"],
		["groups of other sizes are no number", "1,2,345 1,000,2 12,34 1234,567 1,2345", "1,2,345 1,000,2 12,34 1234,567 1,2345"],
		["a group after a leading zero is a fraction", "0,500", "0,500"],
		["a group after a decimal point is no thousand", "3.141,592", "3.141,592"],
		["a comma between words stays", "yes, no,maybe", "yes, no,maybe"],
		["white space of every kind is one space", "\t a\u00a0\u202f b\r\n\u2028c ", "a b c"],
		["dashes of every kind are one", "a\u2010b\u2013c\u2014d\u2212e", "a-b-c-d-e"],
		["curly quotes are straight", "\u201cit\u2019s\u201d \u2018so\u2019", "\"it's\" 'so'"],
		["a letter and its accent are the accented letter", "Cafe\u0301", "caf\u00e9"],
		["emphasis between a letter and its accent does not part them", "e*\u0301", "\u00e9"],
		["a power is not another number", "10\u00b2", "10\u00b2"],
		["a word keeps its inner hyphen", "well-known", "well-known"],
	])("%s", (_, text, expected) => {
		expect(normalise(text)).toBe(expected);
	});

	test("does nothing to a text the second time", () => {
		const pieces = fc.constantFrom(
			"1",
			"0",
			"23",
			"456",
			"7890",
			",",
			".",
			"*",
			"_",
			" ",
			"\u00a0",
			"\u2014",
			"\u0301",
			"e",
			"\u03a3",
			"\u1fef",
			"\u0130",
		);
		const texts = fc.oneof(fc.string({ unit: "binary" }), fc.string({ unit: "grapheme" }), fc.string({ unit: pieces, maxLength: 30 }));
		fc.assert(
			fc.property(texts, (text) => normalise(normalise(text)) === normalise(text)),
			{ numRuns: 2_000 },
		);
	});

	test("does nothing the second time to any single character", () => {
		const changed: number[] = [];
		for (let point = 0; point <= 0x10ffff; point += 1) {
			const once = normalise(String.fromCodePoint(point));
			if (normalise(once) !== once) changed.push(point);
		}
		expect(changed).toEqual([]);
	});
});

test.each([
	["**", true],
	["`_#` \u00a0", true],
	["", true],
	[",", false],
	["0", false],
	["\u0301", false],
])("the loader knows whether %j is a needle that every answer holds: %s", (needle, expected) => {
	expect([normalise(needle) === "", normalisesToNothing(needle)]).toEqual([expected, expected]);
});
