import { describe, expect, test } from "vitest";
import { isGraded } from "../../src/agent/stop-code.ts";
import { TurnOptions } from "../../src/agent/turn-options.ts";
import { BudgetPool } from "../../src/core/pool.ts";
import { tokensOf } from "../../src/core/usage.ts";
import { bounded, calling, failing, play, reader, type Script, saying, usage } from "./kernel.ts";

/** Rounds of 20 tokens that draw on the pool: as many looks, then an answer. */
function drawing(pool: BudgetPool, looks: number, script: Script = {}, prompt = "Go.") {
	return play({
		replies: [...Array.from({ length: looks }, () => calling("look")), saying("Done.")],
		tools: [reader("look")],
		...script,
		prompts: [{ prompt, options: new TurnOptions({ pool }) }],
	});
}

describe("a pool", () => {
	test("that two runs share holds the sum of what both report", async () => {
		const pool = new BudgetPool(1_000);
		const played = await Promise.all([drawing(pool, 2), drawing(pool, 3)]);
		expect(pool.spent).toBe(played.reduce((sum, { outcome }) => sum + tokensOf(outcome.usage), 0));
	});

	test("that is empty refuses a run before there is anything of it", async () => {
		const pool = new BudgetPool(0);
		const { outcome, events, requests } = await drawing(pool, 0);

		expect(outcome).toMatchObject({ cause: { code: "pool_exhausted", limit: 0, used: 0 }, status: "refused", rounds: 0 });
		expect(outcome.turns[0]).toMatchObject({ newMessages: [], transcript: [], finalText: null });
		expect([events, requests, pool.spent]).toEqual([[], [], 0]);
	});

	test("that is empty is what a blank prompt hears of; else a blank prompt is a mistake", async () => {
		expect((await drawing(new BudgetPool(0), 0, {}, "  ")).outcome.cause.code).toBe("pool_exhausted");
		await expect(drawing(new BudgetPool(1), 0, {}, "  ")).rejects.toThrow("a prompt is blank");
	});

	test("that runs dry ends a run at its boundary, with its work and without a verdict; the next one is refused", async () => {
		const pool = new BudgetPool(21);
		const first = await drawing(pool, 5);
		const second = await drawing(pool, 0);

		expect(first.outcome).toMatchObject({ cause: { code: "pool_drained", limit: 21, used: 40 }, status: "bounded", rounds: 2 });
		expect(first.outcome.turns[0]).toMatchObject({ conversation: "committed", owedAnswer: true });
		expect(isGraded(first.outcome.cause.code)).toBe(false);
		expect(second.outcome.cause).toEqual({ code: "pool_exhausted", limit: 21, used: 40 });
		expect(second.requests).toEqual([]);
	});

	test("goes at most one round of each run in flight beyond its limit", async () => {
		const pool = new BudgetPool(50);
		await Promise.all(Array.from({ length: 4 }, () => drawing(pool, 9)));
		expect([pool.spent >= 50, pool.spent < 50 + 4 * 20]).toEqual([true, true]);
	});

	test("that siblings drain does not trip a run's own bound, nor is it tripped by theirs", async () => {
		const pool = new BudgetPool(1_000);
		pool.record({ usage: usage(500, 0), nanoUsd: 0 });
		const { outcome } = await drawing(pool, 2, { context: { budget: bounded({ tokens: 61 }) } });
		expect(outcome.cause.code).toBe("completed");
	});

	test("that runs dry with a run's own bound leaves it graded: the bound is the run's, the pool is said beside it", async () => {
		const { outcome } = await drawing(new BudgetPool(20), 2, { context: { budget: bounded({ tokens: 20 }) } });
		expect(outcome.cause).toEqual({ code: "token_budget", limit: 20, used: 20, alsoTrue: ["pool_drained"] });
	});

	test("is charged for failed attempts, summaries and a final answer", async () => {
		const pool = new BudgetPool(1_000_000);
		let looks = 0;
		const { outcome, metered, requests } = await drawing(pool, 0, {
			tools: [reader("look", async () => ({ content: `${++looks}`, isError: false }))],
			replies: [
				{ ...failing("transport"), usage: usage(100, 1) },
				...Array.from({ length: 8 }, () => calling("look")),
				saying("Forced.", { usage: usage(1_000, 7) }),
			],
			context: { finalAnswer: true, compactAtTokens: 10, budget: bounded({ rounds: 8 }) },
		});
		const sum = metered.reduce((all, spent) => all + tokensOf(spent), 0);

		expect(new Set(requests.map(({ purpose }) => purpose))).toEqual(new Set(["round", "summary", "final"]));
		expect(outcome).toMatchObject({ forcedAnswer: true, requests: 10 });
		expect([pool.spent, tokensOf(outcome.usage)]).toEqual([sum, sum - 101]);
		expect(outcome.summaryUsage.output).toBeGreaterThan(0);
	});

	test("is charged twice by who records what a run has metered: record is for what no run asked", async () => {
		const pool = new BudgetPool(1_000);
		const { outcome } = await drawing(pool, 0);
		expect(pool.record(outcome)).toBe(2 * tokensOf(outcome.usage));
	});

	test("of money is charged what the tokens cost", async () => {
		const pool = new BudgetPool(1_000, "nano-usd");
		const { outcome } = await drawing(pool, 1, { deps: { price: { input: 2, output: 3, cacheRead: 0, cacheWrite: 0 } } });
		expect([pool.spent, outcome.nanoUsd]).toEqual([100, 100]);
	});

	test("of one turn bounds no other: a view ends its turn, and its pool goes on", async () => {
		const pool = new BudgetPool(1_000);
		const { outcome } = await drawing(pool.view(20), 3);
		expect([outcome.cause.code, pool.exhausted]).toEqual(["pool_drained", false]);
	});
});
