import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canonicalJson, isJsonObject, type Json, prettyJson } from "../../src/core/json.ts";

/** What `JSON.parse` can give and canonical JSON can hold: whole characters, and one zero. */
const anyJson: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
	value: fc.oneof(
		{ maxDepth: 4, withCrossShrink: true },
		fc.constantFrom(null, true, false),
		fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
		fc.string({ unit: "grapheme" }),
		fc.array(tie("value"), { maxLength: 4 }),
		fc.dictionary(fc.oneof(fc.string({ unit: "grapheme" }), fc.nat(20).map(String), fc.constant("__proto__")), tie("value"), {
			maxKeys: 4,
		}),
	),
})).value;

/** The same value with the keys of every object put in the other way round. */
function reversed(value: Json): Json {
	if (Array.isArray(value)) return value.map(reversed);
	if (!isJsonObject(value)) return value;
	return Object.fromEntries(
		Object.entries(value)
			.map(([key, member]): [string, Json] => [key, reversed(member)])
			.toReversed(),
	);
}

describe("canonical JSON", () => {
	test("is read back as the value that it was", () => {
		fc.assert(
			fc.property(anyJson, (value) => {
				expect(JSON.parse(canonicalJson(value))).toEqual(value);
			}),
		);
	});

	test("does not depend on the order in which keys were put in", () => {
		fc.assert(
			fc.property(anyJson, (value) => {
				expect(canonicalJson(reversed(value))).toBe(canonicalJson(value));
			}),
		);
	});

	test("orders keys by UTF-16 code unit, as RFC 8785 §3.2.3 has it", () => {
		const value = { "€": 1, "\r": 2, "\ufb33": 3, "1": 4, "\u{1f600}": 5, "\u0080": 6, ö: 7 };
		expect(canonicalJson(value)).toBe('{"\\r":2,"1":4,"\u0080":6,"ö":7,"€":1,"\u{1f600}":5,"\ufb33":3}');
	});

	test("orders keys that look like numbers as texts, not as an object lists them", () => {
		expect(canonicalJson({ 10: "ten", 9: "nine", "09": "oh nine", a: 1 })).toBe('{"09":"oh nine","10":"ten","9":"nine","a":1}');
	});

	test.each([
		[0, "0"],
		[-0, "0"],
		[1e21, "1e+21"],
		[1e-7, "1e-7"],
		[Number("333333333.33333329"), "333333333.3333333"],
		[4.5, "4.5"],
		[2e-3, "0.002"],
		[5e-324, "5e-324"],
		[9007199254740991, "9007199254740991"],
	])("writes the number %d as ECMAScript does", (number, text) => {
		expect(canonicalJson(number)).toBe(text);
	});

	test("escapes what must be escaped and nothing else", () => {
		expect(canonicalJson('\u20ac$\u000f\nA\'B"\\\\"/\u2028')).toBe('"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/\u2028"');
	});

	const unwritable: readonly [string, unknown][] = [
		["NaN", Number.NaN],
		["Infinity", [Number.POSITIVE_INFINITY]],
		["undefined", { a: undefined }],
		["a hole in a list", new Array(2)],
		["a function", { a: () => 1 }],
		["a bigint", 1n],
		["a Date", { at: new Date(0) }],
		["a Map", new Map()],
		["half a character in a text", "\ud800"],
		["half a character in a key", { "\udc00": 1 }],
	];
	test.each(unwritable)("refuses %s", (_, value) => {
		expect(() => canonicalJson(value as Json)).toThrow(TypeError);
	});

	test("takes an object without a prototype", () => {
		expect(canonicalJson(Object.assign(Object.create(null), { b: 1, a: 2 }))).toBe('{"a":2,"b":1}');
	});
});

describe("pretty JSON", () => {
	test("is laid out as JSON.stringify lays it out with two spaces, keys in canonical order", () => {
		fc.assert(
			fc.property(anyJson, (value) => {
				const text = prettyJson(value);
				expect(JSON.parse(text)).toEqual(value);
				expect(canonicalJson(JSON.parse(text))).toBe(canonicalJson(value));
			}),
		);
		const sorted = { a: [], b: {}, c: [1, { d: null }], e: "x" };
		expect(prettyJson(sorted)).toBe(JSON.stringify(sorted, null, 2));
	});

	test("begins deeper for a part of a larger text", () => {
		expect(prettyJson({ a: [1] }, 2)).toBe('{\n      "a": [\n        1\n      ]\n    }');
	});
});
