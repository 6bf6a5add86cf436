import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import { UsageError } from "../../src/core/error.ts";
import { BudgetPool } from "../../src/core/pool.ts";
import { NO_USAGE } from "../../src/core/usage.ts";

const usage = { input: 7, output: 3, cacheRead: 1_000, cacheWrite: 500, complete: true };

describe("BudgetPool", () => {
	test("counts input and output, and no cache", () => {
		const pool = new BudgetPool(25);
		pool.record({ usage, nanoUsd: 0 });
		expect([pool.limit, pool.spent, pool.remaining, pool.exhausted]).toEqual([25, 10, 15, false]);
	});

	test("is exhausted when the limit is reached, and what is over it does not make the rest negative", () => {
		const pool = new BudgetPool(10);
		pool.record({ usage, nanoUsd: 0 });
		expect(pool.exhausted).toBe(true);
		pool.record({ usage, nanoUsd: 0 });
		expect([pool.spent, pool.remaining]).toEqual([20, 0]);
	});

	test("is exhausted at birth with a limit of zero", () => {
		expect(new BudgetPool(0).exhausted).toBe(true);
	});

	test("a failed reply without usage costs nothing", () => {
		const pool = new BudgetPool(1);
		pool.record({ usage: NO_USAGE, nanoUsd: 0 });
		expect(pool.exhausted).toBe(false);
	});
});

test("a pool of money counts nano-dollars and no tokens", () => {
	const pool = new BudgetPool(1_000, "nano-usd");
	expect([pool.record({ usage, nanoUsd: 600 }), pool.exhausted, pool.record({ usage, nanoUsd: 400 }), pool.exhausted]).toEqual([
		600,
		false,
		1_000,
		true,
	]);
	expect(pool.view(5).unit).toBe("nano-usd");
});

test("a counter at its end stays a whole number", () => {
	const pool = new BudgetPool(Number.MAX_SAFE_INTEGER);
	pool.record({ usage: { ...usage, input: Number.MAX_SAFE_INTEGER }, nanoUsd: 0 });
	pool.record({ usage: { ...usage, input: Number.MAX_SAFE_INTEGER }, nanoUsd: 0 });
	expect(pool.snapshot()).toEqual({ limit: Number.MAX_SAFE_INTEGER, spent: Number.MAX_SAFE_INTEGER, remaining: 0, exhausted: true });
});

test("many runs at once lose no token, and every snapshot agrees with itself", async () => {
	const pool = new BudgetPool(40_000);
	const run = async (): Promise<void> => {
		for (let round = 0; round < 100; round += 1) {
			await Promise.resolve();
			pool.record({ usage, nanoUsd: 0 });
			const { limit, spent, remaining } = pool.snapshot();
			expect(spent + remaining).toBe(limit);
		}
	};
	await Promise.all(Array.from({ length: 32 }, run));
	expect(pool.spent).toBe(32 * 100 * 10);
});

test("a turn may go to the pool's limit, or to its own cap above what is spent", () => {
	const pool = new BudgetPool(100);
	pool.record({ usage, nanoUsd: 0 });
	expect([pool.turnBound(null), pool.turnBound(20), pool.turnBound(1_000)]).toEqual([100, 30, 100]);
});

test.each([-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])("a limit of %d is refused", (limit) => {
	expect(() => new BudgetPool(limit)).toThrow("the limit of a pool is no whole number");
});

const FIGURES = [Number.NaN, -1, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];

test.each(FIGURES)("spending of %d is refused, and nothing of it is recorded", (figure) => {
	for (const pool of [new BudgetPool(100), new BudgetPool(100, "nano-usd")]) {
		pool.record({ usage, nanoUsd: 10 });
		expect(() => pool.record({ usage: { ...usage, input: figure }, nanoUsd: 1 })).toThrow("what a pool is to record is no amount");
		expect(() => pool.record({ usage, nanoUsd: figure })).toThrow("what a pool is to record is no amount");
		expect(pool.spent).toBe(10);
	}
});

test("a pool that is to draw on one of another unit is refused", () => {
	expect(() => new BudgetPool(5, "tokens", new BudgetPool(9, "nano-usd"))).toThrow("a pool of tokens cannot draw on one of nano-usd");
	expect(() => new BudgetPool(5, "nano-usd", new BudgetPool(9))).toThrow(UsageError);
});

test.each([-5, 0.5, Number.NaN])("a view of %d is refused, and so is a turn's cap", (amount) => {
	const pool = new BudgetPool(100);
	pool.record({ usage, nanoUsd: 0 });
	expect(() => pool.view(amount)).toThrow("what a view of a pool may draw is no whole number");
	expect(() => pool.turnBound(amount)).toThrow(UsageError);
});

test("printing one shows what is left", () => {
	expect(inspect(new BudgetPool(5))).toContain("remaining: 5");
});

describe("a view of a pool", () => {
	test("shares its counter, both ways", () => {
		const pool = new BudgetPool(100);
		pool.record({ usage, nanoUsd: 0 });
		const view = pool.view(20);
		view.record({ usage, nanoUsd: 0 });
		expect([pool.spent, view.spent, view.limit, view.remaining]).toEqual([20, 20, 30, 10]);
		pool.record({ usage, nanoUsd: 0 });
		expect([view.exhausted, pool.exhausted]).toEqual([true, false]);
	});

	test("can only tighten: it has no more than the pool that it is of", () => {
		const pool = new BudgetPool(15);
		pool.record({ usage, nanoUsd: 0 });
		expect(pool.view(1_000).limit).toBe(15);
		expect(pool.view(3).view(1_000).limit).toBe(13);
	});

	test("is not the pool, also where it has the same limit; a second handle to the same one is", () => {
		const pool = new BudgetPool(15);
		expect([pool.view(3).equals(pool), pool.view(15).equals(pool), pool.equals(pool), pool.equals(new BudgetPool(15))]).toEqual([
			false,
			true,
			true,
			false,
		]);
	});

	test("reserves nothing: what others draw is gone for it too", () => {
		const pool = new BudgetPool(100);
		const view = pool.view(20);
		pool.record({ usage: { ...usage, input: 30 }, nanoUsd: 0 });
		expect([view.exhausted, view.remaining]).toEqual([true, 0]);
	});
});
