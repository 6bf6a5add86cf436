import fc from "fast-check";
import { expect, test } from "vitest";
import { scrubber, scrubStream } from "../../src/core/scrub.ts";

test("a text in pieces is scrubbed like the whole, wherever it is cut and though one name begins another", () => {
	const names = [
		{ find: "/ab", replace: "$A" },
		{ find: "/ab/c", replace: "$C" },
		{ find: "ba", replace: "" },
	];
	const piece = fc.string({ unit: fc.constantFrom("/", "a", "b", "c"), maxLength: 8 });
	fc.assert(
		fc.property(fc.array(piece), (pieces) => {
			const stream = scrubStream(names);
			expect(pieces.map(stream.push).join("") + stream.end()).toBe(scrubber(names)(pieces.join("")));
		}),
	);
});

test("a text that is given twice is replaced by what was given first", () => {
	const names = [
		{ find: "abc", replace: "1" },
		{ find: "ab", replace: "2" },
		{ find: "abc", replace: "3" },
	];
	expect(scrubber(names)("abc ab")).toBe("1 2");
	expect(scrubber([...names, { find: "", replace: "4" }])("c")).toBe("c");
});

test("the longest text wins where several begin, in whatever order they are given", () => {
	const replacements = [
		{ find: "/tmp/a", replace: "$A" },
		{ find: "/tmp/a/work", replace: "$W" },
	];
	for (const given of [replacements, replacements.toReversed()]) {
		expect(scrubber(given)("/tmp/a/work/x /tmp/a/home /tmp/b")).toBe("$W/x $A/home /tmp/b");
	}
});

test("texts are taken literally, both what is looked for and what is put in", () => {
	const scrub = scrubber([{ find: "a.b*[c]$\\-^|/", replace: "$& $1" }]);
	expect(scrub("a.b*[c]$\\-^|/ axb")).toBe("$& $1 axb");
});

test("what was put in is not looked at again", () => {
	expect(
		scrubber([
			{ find: "secret", replace: "[work]" },
			{ find: "work", replace: "secret" },
		])("secret work"),
	).toBe("[work] secret");
});

test("an empty text is never looked for", () => {
	expect(scrubber([{ find: "", replace: "x" }])("abc")).toBe("abc");
	expect(scrubber([])("abc")).toBe("abc");
});
