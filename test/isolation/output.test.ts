import fc from "fast-check";
import { expect, test } from "vitest";
import { collectOutput } from "../../src/isolation/output.ts";

function collect(bytes: Uint8Array, cuts: readonly number[], maxBytes: number): { text: string; truncated: boolean } {
	const output = collectOutput(maxBytes);
	const borders = [0, ...cuts.map((cut) => Math.min(cut, bytes.length)).sort((a, b) => a - b), bytes.length];
	for (let index = 1; index < borders.length; index += 1) output.push(bytes.subarray(borders[index - 1], borders[index]));
	return { text: output.text(), truncated: output.truncated() };
}

test("a text is the same however it was cut into chunks", () => {
	fc.assert(
		fc.property(fc.string({ unit: "binary" }), fc.array(fc.nat(60)), (text, cuts) => {
			expect(collect(Buffer.from(text), cuts, 1_000)).toEqual({ text, truncated: false });
		}),
	);
});

test("a cut output is a beginning of the whole, within the cap, without half characters", () => {
	fc.assert(
		fc.property(fc.string({ unit: "binary", minLength: 1 }), fc.array(fc.nat(60)), fc.nat(40), (text, cuts, room) => {
			const bytes = Buffer.from(text);
			const maxBytes = Math.min(room, bytes.length - 1);
			const cut = collect(bytes, cuts, maxBytes);
			expect(cut.truncated).toBe(true);
			expect(text.startsWith(cut.text)).toBe(true);
			expect(Buffer.byteLength(cut.text)).toBeGreaterThan(maxBytes - 4);
			expect(Buffer.byteLength(cut.text)).toBeLessThanOrEqual(maxBytes);
		}),
	);
});

test("bytes that are no UTF-8 are shown as such, also at the end of a whole output", () => {
	expect(collect(Buffer.from([0x61, 0xff, 0xe2, 0x82]), [], 100).text).toBe("a\ufffd\ufffd");
});
