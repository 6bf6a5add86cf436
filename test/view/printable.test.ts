import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { printable, printableLine } from "../../src/view/printable.ts";
import { nastyText } from "../recording/any-line.ts";

const anyText = fc.oneof(nastyText, fc.string({ unit: "binary", maxLength: 40 }));

describe("printable", () => {
	test("leaves no character that a terminal acts on, and none that cannot be seen, but tab and newline", () => {
		fc.assert(
			fc.property(anyText, (text) => {
				expect(printable(text)).not.toMatch(/[^\P{C}\n\t\p{Co}\p{Cn}]/u);
				expect(printable(text)).not.toMatch(/[\u2028\u2029]/);
			}),
		);
	});

	test("changes no other character", () => {
		const text = "plain, é 中 😀\n\tindented";
		expect(printable(text)).toBe(text);
	});

	test.each([
		["an escape sequence", "\u001b[2J", "\\u{1b}[2J"],
		["a bell", "\u0007", "\\u{7}"],
		["C1 controls, which some terminals act on", "\u009b2J", "\\u{9b}2J"],
		["a lone carriage return, which would overwrite", "safe\rrm -rf", "safe\\u{d}rm -rf"],
		["text that is turned round", "a\u202eb\u2066c", "a\\u{202e}b\\u{2066}c"],
		["what has no width", "a\u200bb\ufeffc\u00add", "a\\u{200b}b\\u{feff}c\\u{ad}d"],
		["tags that hide a message", "\u{e0041}", "\\u{e0041}"],
		["line separators", "a\u2028b", "a\\u{2028}b"],
		["half a character", "a\ud800b", "a\\u{d800}b"],
		["NUL", "\u0000", "\\u{0}"],
	])("shows %s", (_, text, shown) => {
		expect(printable(text)).toBe(shown);
	});

	test("takes the line ends of Windows for line ends", () => {
		expect(printable("a\r\nb")).toBe("a\nb");
	});
});

describe("printableLine", () => {
	test("is one line of at most so many characters, none of them cut", () => {
		fc.assert(
			fc.property(anyText, fc.integer({ min: 1, max: 30 }), (text, most) => {
				const line = printableLine(text, most);
				expect(line).not.toMatch(/[\n\t]/);
				expect(line.length).toBeLessThanOrEqual(most);
				expect(line.isWellFormed()).toBe(true);
			}),
		);
	});

	test("says that it was cut, and cuts no character in two", () => {
		expect(printableLine("  one\n\ttwo  ")).toBe("one two");
		expect(printableLine("abcdef", 4)).toBe("abc…");
		expect(printableLine("ab😀cd", 4)).toBe("ab…");
		expect(printableLine("abcd", 4)).toBe("abcd");
	});
});
