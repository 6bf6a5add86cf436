import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Hold } from "../../src/agent/hold.ts";
import { tokensOf } from "../../src/core/usage.ts";
import { bounded, calling, play, queueOf, reader, reply, saying, usage } from "./kernel.ts";

const FLOOR = 1_024;
const PRICE = { input: 2, output: 10, cacheRead: 1, cacheWrite: 3 };
const look = reader("look", async () => ({ content: "x".repeat(5_000), isError: false }));

function hold(fields: Partial<Hold>): Hold {
	return { tokens: null, nanoUsd: null, floorTokens: FLOOR, ...fields };
}

describe("before a request, what it could take must fit the hold", () => {
	test("else the run ends by the budget's name, and nothing is sent", async () => {
		const { outcome, requests } = await play({ replies: [saying("Done.")], context: { hold: hold({ tokens: FLOOR }) } });
		expect([outcome.cause.code, requests.length]).toEqual(["token_budget", 0]);
		expect(outcome.cause.used).toBeGreaterThan(FLOOR);
	});

	test("and what was waiting to be said stays unsaid, and is told of", async () => {
		const context = { queuedInput: queueOf("Be brief."), hold: hold({ tokens: FLOOR }) };
		const { outcome, events } = await play({ replies: [saying("Never.")], context });
		const told = events.flatMap((event) => (event.type === "input" ? ["said"] : event.type === "undelivered" ? event.texts : []));
		expect([told, outcome.rounds, outcome.turns[0]?.rounds]).toEqual([["Be brief."], 0, 0]);
	});

	test("input counts for what it is, so that it is unsaid where it alone is too much", async () => {
		const context = (text: string) => ({ queuedInput: queueOf(text), hold: hold({ tokens: 20_000 }) });
		const short = await play({ replies: [saying("Done.")], context: context("Be brief.") });
		const long = await play({ replies: [saying("Never.")], context: context("x".repeat(20_000)) });
		expect([short.outcome.cause.code, long.outcome.cause.code, long.requests.length]).toEqual(["completed", "token_budget", 0]);
	});

	test("in money, by the dearest that a prompt can cost", async () => {
		const enough = { replies: [saying("Done.")], deps: { price: PRICE } };
		const room = await play({ ...enough, context: { hold: hold({ nanoUsd: 100_000 }) } });
		const none = await play({ ...enough, context: { hold: hold({ nanoUsd: FLOOR * 10 }) } });
		expect([room.outcome.cause.code, none.outcome.cause.code, none.requests.length]).toEqual(["completed", "cost_budget", 0]);
	});

	test("a reply may be as long as what is left, and no longer", async () => {
		const first = { ...calling("look"), usage: usage(1_000, 200) };
		const { requests } = await play({ replies: [first, saying("Done.")], tools: [look], context: { hold: hold({ tokens: 20_000 }) } });
		const [one, two] = requests.map(({ maxTokens }) => maxTokens ?? Number.NaN);
		expect(one).toBeLessThan(20_000);
		// Spent 1,200; the last prompt as reported, 1,000; and each byte of the reply and its result since.
		expect(two).toBeLessThan(20_000 - 1_200 - 1_000 - 5_000);
		expect(two).toBeGreaterThan(20_000 - 1_200 - 1_000 - 5_500);
	});

	test("a summary is held to it too, and a run without a hold to nothing", async () => {
		const first = { ...calling("look"), usage: usage(1_000, 200) };
		const replies = [...Array.from({ length: 8 }, () => first), saying("Done.")];
		const held = await play({ replies, tools: [look], context: { hold: hold({ tokens: 1_000_000 }), compactAtTokens: 900 } });
		expect(held.requests.filter(({ purpose }) => purpose === "summary").every(({ maxTokens }) => maxTokens !== null)).toBe(true);
		const free = await play({ replies: [saying("Done.")] });
		expect(free.requests[0]!.maxTokens).toBeNull();
	});

	test("reasoning has its room beside the answer", async () => {
		const replies = [saying("Done.")];
		const room = await play({ replies, context: { hold: hold({ tokens: 3_000 }) } });
		const reasoning = await play({ replies, context: { hold: hold({ tokens: 3_000, floorTokens: FLOOR + 2_000 }) } });
		expect([room.outcome.cause.code, reasoning.outcome.cause.code]).toEqual(["completed", "token_budget"]);
	});
});

test("whatever a model does within what it may say, a run never takes more than its hold", async () => {
	const step = fc.record({ bytes: fc.nat(4_000), output: fc.nat(3_000), calls: fc.boolean() });
	await fc.assert(
		fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), fc.integer({ min: 0, max: 40_000 }), async (steps, tokens) => {
			let at = 0;
			const model = {
				call: async ({ messages, system, tools, maxTokens }: { [key: string]: unknown; maxTokens: number | null }) => {
					const { output, calls } = steps[Math.min(at++, steps.length - 1)]!;
					// A tokenizer makes at most a token of a byte, and a provider stops at what was asked for.
					const input = Math.floor(JSON.stringify([messages, system, tools]).length * 0.9);
					const said = calls && at < steps.length ? calling("look") : saying("Done.");
					const message = { role: "assistant" as const, content: said.calls.length > 0 ? [TOOL_CALL] : [TEXT] };
					const spent = usage(input, Math.min(output, maxTokens ?? output));
					return { ok: true as const, message, stop: { kind: "end" as const, raw: "end" }, usage: spent };
				},
			};
			const { outcome } = await play({
				replies: [reply()],
				tools: [look],
				deps: { model },
				context: { hold: hold({ tokens }), budget: bounded({ rounds: 20 }) },
			});
			expect(tokensOf(outcome.usage)).toBeLessThanOrEqual(tokens);
		}),
		{ numRuns: 300 },
	);
});

const TOOL_CALL = { type: "tool-call" as const, id: "1", name: "look", args: {}, malformed: null };
const TEXT = { type: "text" as const, text: "Done." };
