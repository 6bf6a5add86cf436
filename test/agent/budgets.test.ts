import { describe, expect, test } from "vitest";
import { boundOf } from "../../src/agent/stop-code.ts";
import { TurnOptions } from "../../src/agent/turn-options.ts";
import { BudgetPool } from "../../src/core/pool.ts";
import type { Price } from "../../src/core/price.ts";
import { bounded, calling, failing, play, reader, said, saying, usage, writer } from "./kernel.ts";

/** 1 nano-dollar a token, whatever it is. */
const PRICE: Price = { input: 1, output: 1, cacheRead: 1, cacheWrite: 1 };

const look = reader("look");

describe("a bound of tokens", () => {
	test("of 1 is crossed by the first reply, whose reads run, and nothing more is asked", async () => {
		const { outcome, requests } = await play({
			replies: [calling("look"), saying("Never.")],
			tools: [look],
			context: { budget: bounded({ tokens: 1 }) },
		});

		expect(requests).toHaveLength(1);
		expect(outcome).toMatchObject({ cause: { code: "token_budget", limit: 1, used: 20 }, status: "bounded", owedAnswer: true });
		expect(outcome.calls.map(({ settledBy }) => settledBy)).toEqual(["executed"]);
	});

	test.each([
		[20, "token_budget"],
		[21, "completed"],
	])("of %d, where a reply takes 20: %s", async (tokens, code) => {
		const { outcome } = await play({
			replies: [calling("look"), saying("Done.", { usage: usage(0, 0) })],
			tools: [look],
			context: { budget: bounded({ tokens }) },
		});
		expect(outcome.cause.code).toBe(code);
	});

	test("that is not reached leaves no word of itself", async () => {
		const { outcome } = await play({ replies: [saying("Done.")], context: { budget: bounded({ tokens: 1_000 }) } });

		expect(outcome.cause).toEqual({ code: "completed" });
		expect(boundOf(outcome.cause)).toBeNull();
	});

	test("of 0 asks nobody; the prompt is said all the same", async () => {
		const { outcome, requests, events } = await play({ replies: [saying("Never.")], context: { budget: bounded({ tokens: 0 }) } });

		expect(requests).toEqual([]);
		expect(outcome).toMatchObject({ status: "bounded", cause: { code: "token_budget" } });
		expect(outcome.turns[0]!.newMessages.map(said)).toEqual([["Go."]]);
		expect(events.map(({ type }) => type)).toEqual(["turn-start", "turn-end"]);
	});

	test("never trips over a provider that reports none, which is told", async () => {
		const unreported = { ...usage(0, 0), complete: false };
		const { outcome } = await play({
			replies: [...Array.from({ length: 5 }, () => ({ ...calling("look"), usage: unreported })), saying("Done.", { usage: unreported })],
			tools: [look],
			context: { budget: bounded({ tokens: 1 }) },
		});

		expect(outcome).toMatchObject({ cause: { code: "completed" }, rounds: 6, usage: { complete: false } });
	});

	test("is charged 10 for input and output of 10 beside a cache of a million", async () => {
		const { outcome } = await play({
			replies: [{ ...calling("look"), usage: usage(5, 5, 1_000_000) }, saying("Done.", { usage: usage(0, 0) })],
			tools: [look],
			context: { budget: bounded({ tokens: 11 }) },
		});
		expect(outcome.cause.code).toBe("completed");
	});

	test("is not crossed by failed attempts: those did not enter the conversation", async () => {
		const { outcome, metered } = await play({
			replies: [{ ...failing("transport"), usage: usage(500, 500) }, saying("Done.")],
			context: { budget: bounded({ tokens: 100 }) },
		});

		expect(outcome).toMatchObject({ cause: { code: "completed" }, usage: { input: 10, output: 10 } });
		expect(metered.map(({ input }) => input)).toEqual([500, 10]);
	});
});

describe("a bound of money", () => {
	test("without a price is refused before anything is sent, in the context and as a pool", async () => {
		const money = new TurnOptions().withPool(new BudgetPool(5, "nano-usd"));

		await expect(play({ context: { budget: bounded({ nanoUsd: 5 }) } })).rejects.toThrow("needs the price of the model");
		await expect(play({ prompts: [{ prompt: "Go.", options: money }] })).rejects.toThrow("needs the price of the model");
	});

	test("lets the reply that crosses it read and not write, and the trace says so", async () => {
		const { outcome } = await play({
			replies: [calling("change", "look", "change"), saying("Never.")],
			tools: [look, writer("change")],
			context: { budget: bounded({ nanoUsd: 20 }) },
			deps: { price: PRICE },
		});

		expect(outcome.cause).toEqual({ code: "cost_budget", limit: 20, used: 20 });
		expect(outcome.calls.map(({ settledBy }) => settledBy)).toEqual(["bound", "executed", "bound"]);
	});
});

describe("a bound of rounds", () => {
	test.each([
		[false, 3],
		[true, 4],
	])("of 3, with a final answer %s, is %d requests of a model that never finishes", async (finalAnswer, requests) => {
		const played = await play({
			replies: [calling("look"), calling("look"), calling("look"), saying("At last.")],
			tools: [look],
			context: { finalAnswer, budget: bounded({ rounds: 3 }) },
		});

		expect(played.requests).toHaveLength(requests);
		expect(played.outcome).toMatchObject({ cause: { code: "max_rounds" }, rounds: 3, forcedAnswer: finalAnswer });
		expect(played.outcome.turns[0]!.finalText).toBe(finalAnswer ? "At last." : null);
	});

	test("counts empty replies and pauses; no retry, no summary, no final answer", async () => {
		const { outcome } = await play({
			replies: [saying(""), saying("Wait.", { stop: "pause" }), failing("transport"), calling("look"), saying("At last.")],
			tools: [look],
			context: { finalAnswer: true, compactAtTokens: 1, budget: bounded({ rounds: 3 }) },
		});
		expect(outcome).toMatchObject({ rounds: 3, requests: 5, cause: { code: "max_rounds" }, forcedAnswer: true });
	});
});

describe("a bound of tool calls", () => {
	test("refuses a reply whole: none of three run where two may, and each has an error result", async () => {
		const { outcome, requests } = await play({
			replies: [calling("look", "look", "look"), saying("Never.")],
			tools: [look],
			context: { budget: bounded({ toolCalls: 2 }) },
		});

		expect(requests).toHaveLength(1);
		expect(outcome.cause).toEqual({ code: "tool_budget", limit: 2, used: 3 });
		expect(outcome.calls.map(({ settledBy, isError }) => [settledBy, isError])).toEqual(Array.from({ length: 3 }, () => ["bound", true]));
	});

	test("counts calls that are denied", async () => {
		const { outcome } = await play({
			replies: [calling("change", "change"), calling("look"), saying("Never.")],
			tools: [look, writer("change")],
			approver: async () => ({ allowed: false, reason: "no" }),
			context: { budget: bounded({ toolCalls: 2 }) },
		});
		expect(outcome.cause.code).toBe("tool_budget");
	});
});
