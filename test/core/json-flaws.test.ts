import fc from "fast-check";
import { expect, test } from "vitest";
import { jsonFlaws } from "../../src/core/json-flaws.ts";

test.each([
	["{}", []],
	['{"a": 1, "b": {"a": 2}, "c": [{"a": 3}, {"a": 4}]}', []],
	['{"a": "a", "b": "a"}', []],
	['{"a": ["a", "a"], "b": "{\\"a\\": \\\\"}', []],
	['{"a": 1, "a": 2, "a": 3}', ["a@9", "a@17"]],
	['{"a": 1, "\\u0061": 2}', ["a@9"]],
	['[{"x": {"k": [], "k" : {}}}]', ["k@17"]],
	['{"": 1, "": 2}', ["@8"]],
	['{"a\\\\": 1, "a\\\\"\n: 2}', ["a\\@11"]],
	['{"__proto__": 1, "__proto__": 2}', ["__proto__@17"]],
])("%s: %j", (text, flaws) => {
	JSON.parse(text);
	expect(jsonFlaws(text, 100).map((flaw) => (flaw.kind === "duplicate-key" ? `${flaw.key}@${flaw.offset}` : flaw.kind))).toEqual(flaws);
});

test.each([2, 20_000])("levels are counted, and %i too many do not end the process", (more) => {
	const text = `${'{"a":'.repeat(3 + more)}1${"}".repeat(3 + more)}`;
	expect(jsonFlaws(text, 3)).toEqual([{ kind: "too-deep", offset: 15 }]);
	expect(jsonFlaws(`${"[".repeat(3)}${"]".repeat(3)}`, 3)).toEqual([]);
});

/** A JSON text with spaces at will, written from a tree whose maps may say a key twice, and how often they do. */
type Written = { readonly text: string; readonly repeats: number };

const space = fc.constantFrom("", " ", "\t", "\n ");
const { value } = fc.letrec<{ value: Written }>((tie) => ({
	value: fc.oneof(
		{ maxDepth: 4 },
		fc
			.oneof(
				fc.string({ unit: "binary" }),
				fc.string({ unit: fc.constantFrom("a", '"', "\\", "{", "}", ":", ",") }),
				fc.double(),
				fc.constant(null),
			)
			.map((plain) => ({
				text: JSON.stringify(plain),
				repeats: 0,
			})),
		fc.tuple(space, fc.array(tie("value"))).map(([gap, items]) => ({
			text: `[${gap}${items.map(({ text }) => text).join(`${gap},`)}]`,
			repeats: items.reduce((sum, { repeats }) => sum + repeats, 0),
		})),
		fc
			.tuple(space, fc.array(fc.tuple(fc.string({ maxLength: 2, unit: fc.constantFrom("a", '"', "\\", ":") }), tie("value"))))
			.map(([gap, entries]) => ({
				text: `{${entries.map(([key, { text }]) => `${gap}${JSON.stringify(key)}${gap}:${gap}${text}`).join(",")}}`,
				repeats: entries.length - new Set(entries.map(([key]) => key)).size + entries.reduce((sum, [, { repeats }]) => sum + repeats, 0),
			})),
	),
}));

test("of any text, as many duplicates are found as were written", () => {
	fc.assert(
		fc.property(value, ({ text, repeats }) => {
			JSON.parse(text);
			expect(jsonFlaws(text, 100)).toHaveLength(repeats);
		}),
		{ numRuns: 1000 },
	);
});
