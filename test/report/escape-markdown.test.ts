import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { escapeMarkdown } from "../../src/report/escape-markdown.ts";
import { nastyText } from "./any-row.ts";

describe("escapeMarkdown", () => {
	test.each([
		["a cell of a table", "a | b", "a \\| b"],
		["code", "`rm` ```", "\\`rm\\` \\`\\`\\`"],
		["HTML", "<img src=x> &lt;", "&lt;img src=x&gt; &amp;lt;"],
		["emphasis", "*a* _b_ ~c~", "\\*a\\* \\_b\\_ \\~c\\~"],
		["a link and an image", "![a](b) [c][d]", "\\!\\[a\\](b) \\[c\\]\\[d\\]"],
		["a heading and an issue", "# a #1", "\\# a \\#1"],
		["a mention", "@octocat", "&#64;octocat"],
		["an address", "see https://x.example and www.x.example", "see https&#58;//x.example and www&#46;x.example"],
		["a formula", "$x$", "\\$x\\$"],
		["an escape", "\\|", "\\\\\\|"],
		["lines", "a\n\n# b\r\nc", "a \\# b c"],
		["controls", "\u001b[2J\u0000\u202e", "\ufffd\\[2J\ufffd\ufffd"],
		["half a character", "\ud83d", "\ufffd"],
		["plain words, as they are", "expected 3, found 4 (a-b).", "expected 3, found 4 (a-b)."],
	])("%s", (_, text, escaped) => {
		expect(escapeMarkdown(text)).toBe(escaped);
	});

	test("leaves nothing that opens markup, whatever the text", () => {
		fc.assert(
			fc.property(nastyText, (text) => {
				const bare = escapeMarkdown(text).replace(/\\[\\`*_[\]#|~!$]/g, "");
				expect(bare).not.toMatch(/[<>`|*_[\]\\\p{Cc}]/u);
			}),
		);
	});
});
