import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { byteLength, headBytes, tailBytes } from "../../src/core/text.ts";

const words = fc.array(fc.constantFrom("a", "é", "€", "😀", "👩‍👩‍👧", "\n", "中"), { maxLength: 20 }).map((parts) => parts.join(""));
const bytes = fc.nat(60);

describe("headBytes", () => {
	test("is the longest beginning of whole characters that fits", () => {
		fc.assert(
			fc.property(words, bytes, (text, most) => {
				const head = headBytes(text, most);
				expect(text.startsWith(head)).toBe(true);
				expect(byteLength(head)).toBeLessThanOrEqual(most);
				const [next] = text.slice(head.length);
				if (next !== undefined) expect(byteLength(head) + byteLength(next)).toBeGreaterThan(most);
			}),
		);
	});

	test("gives a text that fits as it is, halves of characters and all", () => {
		expect(headBytes("a\ud800", 4)).toBe("a\ud800");
	});
});

describe("tailBytes", () => {
	test("is the longest end of whole characters that fits", () => {
		fc.assert(
			fc.property(words, bytes, (text, most) => {
				const tail = tailBytes(text, most);
				expect(text.endsWith(tail)).toBe(true);
				expect(byteLength(tail)).toBeLessThanOrEqual(most);
				const before = [...text.slice(0, text.length - tail.length)].at(-1);
				if (before !== undefined) expect(byteLength(tail) + byteLength(before)).toBeGreaterThan(most);
			}),
		);
	});
});
