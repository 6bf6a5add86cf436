import { describe, expect, test } from "vitest";
import { BudgetPool } from "../../src/core/budget.ts";
import { NO_USAGE } from "../../src/core/usage.ts";

const usage = { input: 7, output: 3, cacheRead: 1_000, cacheWrite: 500, complete: true };

describe("BudgetPool", () => {
	test("counts input and output, and no cache", () => {
		const pool = new BudgetPool(25);
		pool.record(usage);
		expect([pool.limit, pool.spent, pool.remaining, pool.exhausted]).toEqual([25, 10, 15, false]);
	});

	test("is exhausted when the limit is reached, and what is over it does not make the rest negative", () => {
		const pool = new BudgetPool(10);
		pool.record(usage);
		expect(pool.exhausted).toBe(true);
		pool.record(usage);
		expect([pool.spent, pool.remaining]).toEqual([20, 0]);
	});

	test("is exhausted at birth with a limit of zero", () => {
		expect(new BudgetPool(0).exhausted).toBe(true);
	});

	test("a failed reply without usage costs nothing", () => {
		const pool = new BudgetPool(1);
		pool.record(NO_USAGE);
		expect(pool.exhausted).toBe(false);
	});
});

describe("a view of a pool", () => {
	test("shares its counter, both ways", () => {
		const pool = new BudgetPool(100);
		pool.record(usage);
		const view = pool.view(20);
		view.record(usage);
		expect([pool.spent, view.spent, view.limit, view.remaining]).toEqual([20, 20, 30, 10]);
		pool.record(usage);
		expect([view.exhausted, pool.exhausted]).toEqual([true, false]);
	});

	test("can only tighten: it has no more than the pool that it is of", () => {
		const pool = new BudgetPool(15);
		pool.record(usage);
		expect(pool.view(1_000).limit).toBe(15);
		expect(pool.view(3).view(1_000).limit).toBe(13);
	});

	test("is not the pool", () => {
		const pool = new BudgetPool(15);
		expect(pool.view(15) === pool).toBe(false);
	});
});
