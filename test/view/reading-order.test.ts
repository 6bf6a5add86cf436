import fc from "fast-check";
import { expect, test } from "vitest";
import type { RecordingLine } from "../../src/recording/line.ts";
import { inReadingOrder } from "../../src/view/reading-order.ts";
import { LINES } from "../recording/any-line.ts";

function lineOf(type: keyof typeof LINES): RecordingLine {
	return fc.sample(LINES[type] as fc.Arbitrary<RecordingLine>, { numRuns: 1, seed: 1 })[0]!;
}

async function orderOf(...types: readonly (keyof typeof LINES)[]): Promise<readonly string[]> {
	const told: string[] = [];
	async function* lines(): AsyncGenerator<RecordingLine> {
		for (const type of types) yield lineOf(type);
	}
	for await (const line of inReadingOrder(lines())) told.push(line.type);
	return told;
}

test("what a prompt was made of is told before the reply to it, so that calls and results stand together", async () => {
	expect(await orderOf("request", "reply", "breakdown", "tool-call", "request", "reply", "breakdown", "turn-end")).toEqual([
		"request",
		"breakdown",
		"reply",
		"tool-call",
		"request",
		"breakdown",
		"reply",
		"turn-end",
	]);
});

test("every line is told, also a reply without a breakdown and one that is the last", async () => {
	expect(await orderOf("reply", "reply", "notice", "breakdown", "reply")).toEqual(["reply", "reply", "notice", "breakdown", "reply"]);
});
