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
