import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { oneLine, plainLine } from "../../src/grade/quote.ts";

describe("oneLine", () => {
	test.each([
		["white space and line breaks are one space", "a\r\n\t b\u2028c", "a b c"],
		["what a terminal would obey is replaced", "\u001b[2J\u0000\u009b31m", "\ufffd[2J\ufffd\ufffd31m"],
		["what turns the direction of text is replaced", "a\u202eb\u2066c", "a\ufffdb\ufffdc"],
		["half a character is replaced", "a\ud83d", "a\ufffd"],
		["120 characters stay", "😀".repeat(120), "😀".repeat(120)],
		["121 characters are cut, never within one", "😀".repeat(121), `${"😀".repeat(119)}…`],
	])("%s", (_, text, line) => {
		expect(oneLine(text)).toBe(line);
	});

	test("gives a line of at most 120 characters, whatever the text", () => {
		fc.assert(
			fc.property(fc.string({ unit: "binary", size: "max", maxLength: 500 }), (text) => {
				const line = oneLine(text);
				expect([...line].length).toBeLessThanOrEqual(120);
				expect(line.isWellFormed()).toBe(true);
				expect(plainLine(line)).toBe(line);
			}),
		);
	});
});
