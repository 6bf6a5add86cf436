import fc from "fast-check";
import { expect, test } from "vitest";
import { capOutput, DEFAULT_CAP } from "../../src/agent/cap.ts";
import { byteLength } from "../../src/core/text.ts";

test("what fits is left as it is", () => {
	expect(capOutput("a\nb\n")).toBe("a\nb\n");
	expect(capOutput("x\n".repeat(1_999))).toBe("x\n".repeat(1_999));
	expect(capOutput("x".repeat(DEFAULT_CAP.bytes))).toHaveLength(DEFAULT_CAP.bytes);
});

test("too many lines are cut, and the note says how many there were", () => {
	expect(capOutput("1\n2\n3\n4", { lines: 2, bytes: 100 })).toBe("1\n2\n[cut: 2 of 4 lines shown; ask for a smaller part]");
});

test("too many bytes are cut between characters", () => {
	expect(capOutput("aä😀b", { lines: 10, bytes: 6 })).toBe("aä\n[cut: 1 of 1 lines shown; ask for a smaller part]");
});

test("whatever comes in, the head is a head of it, within both caps", () => {
	const cap = { lines: 3, bytes: 20 };
	fc.assert(
		fc.property(
			fc.array(fc.string({ unit: "grapheme", maxLength: 12 })).map((lines) => lines.join("\n")),
			(content) => {
				const capped = capOutput(content, cap);
				const head = capped === content ? content : capped.slice(0, capped.lastIndexOf("\n[cut: "));
				expect(content.startsWith(head)).toBe(true);
				expect(byteLength(head)).toBeLessThanOrEqual(cap.bytes);
				expect(head.split("\n").length).toBeLessThanOrEqual(cap.lines);
			},
		),
	);
});
