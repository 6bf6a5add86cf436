import fc from "fast-check";
import { expect, test } from "vitest";
import { entryName } from "../../src/workspace/entry-name.ts";

test.each([
	["plain", Buffer.from("a b.txt"), "a b.txt"],
	["accents", Buffer.from("é😀"), "é😀"],
	["the replacement character itself", Buffer.from("\ufffd"), "\ufffd"],
	["a byte that is no UTF-8", Buffer.from([0x61, 0xff, 0x62]), "a\\xffb"],
	["half a character before a whole one", Buffer.from([0xe2, 0x82, 0xc3, 0xa9]), "\\xe2\\x82é"],
	["a backslash", Buffer.from("a\\xff"), "a\\\\xff"],
])("%s", (_, name, text) => {
	expect(entryName(name)).toBe(text);
});

test("two names never read the same", () => {
	const byte = fc.constantFrom(0x5c, 0x78, 0x66, 0x61, 0xff, 0xc3, 0xa9, 0xe2, 0x82, 0xac);
	const name = fc.array(byte, { minLength: 1, maxLength: 6 }).map((bytes) => Buffer.from(bytes));
	fc.assert(
		fc.property(name, name, (a, b) => {
			expect(entryName(a) === entryName(b)).toBe(a.equals(b));
		}),
		{ numRuns: 2_000 },
	);
});
