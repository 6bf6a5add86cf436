import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import { DEFAULT_RETRY } from "../../src/agent/retry.ts";
import { TurnOptions } from "../../src/agent/turn-options.ts";
import { CancellationToken } from "../../src/core/cancel.ts";
import { BudgetPool } from "../../src/core/pool.ts";
import { EPOCH_MS } from "../support/still-clock.ts";
import { failing, play, saying } from "./kernel.ts";

const SCHEDULE = { baseMs: 10, maxMs: 20, retryAfterCapMs: 30 };
const strategy = { decide: () => ({ kind: "proceed" }) as const };

describe("the deadline of options", () => {
	test("is what was said last, in either spelling", () => {
		const relative = new TurnOptions().withAbsoluteDeadline(EPOCH_MS).withDeadline(5);
		const absolute = new TurnOptions().withDeadline(5).withAbsoluteDeadline(EPOCH_MS);

		expect([relative.bounds.deadlineMs, relative.deadlineEpochMs]).toEqual([5, null]);
		expect([absolute.bounds, absolute.deadlineEpochMs]).toEqual([{}, EPOCH_MS]);
	});

	test("is the absolute one where both were written down", async () => {
		const options = new TurnOptions({ bounds: { deadlineMs: 0 }, deadlineEpochMs: EPOCH_MS + 1 });
		const { outcome } = await play({ replies: [saying("Done.")], prompts: [{ prompt: "Go.", options }] });
		expect(outcome.cause.code).toBe("completed");
	});

	test.each([
		[new TurnOptions().withDeadline(5), new TurnOptions().withAbsoluteDeadline(EPOCH_MS)],
		[new TurnOptions().withAbsoluteDeadline(EPOCH_MS), new TurnOptions().withDeadline(5)],
	])("in one spelling takes the place of a configured one in the other", (given, configured) => {
		const { bounds, deadlineEpochMs } = given.over(configured);
		expect({ bounds, deadlineEpochMs }).toEqual({ bounds: given.bounds, deadlineEpochMs: given.deadlineEpochMs });
	});

	test.each([new TurnOptions().withDeadline(5), new TurnOptions().withAbsoluteDeadline(EPOCH_MS)])(
		"is inherited where none is given",
		(configured) => {
			const { bounds, deadlineEpochMs } = new TurnOptions().withToolBudget(1).over(configured);
			expect({ bounds, deadlineEpochMs }).toEqual({
				bounds: { ...configured.bounds, toolCalls: 1 },
				deadlineEpochMs: configured.deadlineEpochMs,
			});
		},
	);
});

describe("options over configured ones", () => {
	const configured = new TurnOptions({
		bounds: { toolCalls: 100, tokens: 100 },
		requests: 100,
		retries: 9,
		retrySchedule: SCHEDULE,
		pool: new BudgetPool(100),
		cancel: new CancellationToken(),
		stop: new CancellationToken(),
		strategy,
	});

	test("are merged field by field, and a given 0 beats a configured 100", () => {
		const given = new TurnOptions().withToolBudget(0).withRequestBudget(0).withRetryBudget(0);
		expect(given.over(configured)).toMatchObject({
			bounds: { toolCalls: 0, tokens: 100 },
			requests: 0,
			retries: 0,
			retrySchedule: SCHEDULE,
		});
		expect(new TurnOptions().withTokenBudget(1_000).over(configured).bounds).toEqual({ toolCalls: 100, tokens: 1_000 });
	});

	test("that hold only a token keep every configured bound, and the pool itself", () => {
		const [given, cancel] = TurnOptions.cancellable();
		const merged = given.over(configured);

		expect(merged).toMatchObject({ bounds: configured.bounds, requests: 100, retries: 9, retrySchedule: SCHEDULE });
		expect(merged.cancel).toBe(cancel);
		expect(merged.pool).toBe(configured.pool);
	});

	test("inherit no token and no strategy: those belong to one call", () => {
		expect(new TurnOptions().over(configured)).toMatchObject({ cancel: null, stop: null, strategy: null });
	});
});

describe("options", () => {
	test("are never changed: every with gives new ones and shares the pool", () => {
		const pool = new BudgetPool(5);
		const first = new TurnOptions().withPool(pool);
		const second = first.withTokenBudget(3).withStrategy(strategy);

		expect([first.bounds, first.strategy, second.bounds, second.strategy]).toEqual([{}, null, { tokens: 3 }, strategy]);
		expect(second.pool).toBe(pool);
		expect(Object.isFrozen(second)).toBe(true);
	});

	test("with one token get the other beside it, and the two are two", () => {
		const [cancellable, cancel] = TurnOptions.cancellable();
		const [stoppable, stop] = TurnOptions.stoppable();

		for (const both of [cancellable.withStop(stop), stoppable.withCancel(cancel)]) {
			expect(both.cancel).toBe(cancel);
			expect(both.stop).toBe(stop);
		}
		expect(stop).not.toBe(cancel);
	});

	test("print that there is a strategy, and not what it holds", () => {
		class Secretive {
			readonly secret = "hidden";
			readonly decide = strategy.decide;
		}
		const printed = inspect(new TurnOptions().withStrategy(new Secretive()).withPool(new BudgetPool(5)));

		expect(printed).toContain("strategy: '[RoundStrategy]'");
		expect(printed).toContain("remaining: 5");
		expect(printed).not.toContain("hidden");
		expect(inspect(new TurnOptions())).toContain("strategy: null");
		expect(JSON.parse(JSON.stringify(new TurnOptions().withStrategy(new Secretive())))).toMatchObject({ strategy: "[RoundStrategy]" });
		expect(JSON.parse(JSON.stringify(new TurnOptions()))).toMatchObject({ strategy: null });
	});

	const counted = {
		deadlineMs: (figure: number) => new TurnOptions().withDeadline(figure),
		toolCalls: (figure: number) => new TurnOptions().withToolBudget(figure),
		tokens: (figure: number) => new TurnOptions().withTokenBudget(figure),
		requests: (figure: number) => new TurnOptions().withRequestBudget(figure),
		retries: (figure: number) => new TurnOptions().withRetryBudget(figure),
		baseMs: (figure: number) => new TurnOptions().withRetrySchedule({ ...SCHEDULE, baseMs: figure }),
		maxMs: (figure: number) => new TurnOptions().withRetrySchedule({ ...SCHEDULE, maxMs: figure }),
		retryAfterCapMs: (figure: number) => new TurnOptions().withRetrySchedule({ ...SCHEDULE, retryAfterCapMs: figure }),
	};

	test.each(Object.entries(counted))("refuse %s that is no whole number, by its name", (name, given) => {
		for (const figure of [Number.NaN, -1, 1.5, Number.POSITIVE_INFINITY]) {
			expect(() => given(figure)).toThrow(`${name} is no whole number: ${figure}`);
		}
		expect(() => given(0)).not.toThrow();
	});

	test("refuse a deadline that is no instant, and tell all that is wrong at once", () => {
		for (const figure of [Number.NaN, Number.POSITIVE_INFINITY]) {
			expect(() => new TurnOptions().withAbsoluteDeadline(figure)).toThrow(`deadlineEpochMs is no instant: ${figure}`);
		}
		const problemsOf = (): unknown => new TurnOptions({ requests: -1, bounds: { tokens: 0.5 }, deadlineEpochMs: Number.NaN });
		expect(problemsOf).toThrow(/tokens is .*\nrequests is .*\ndeadlineEpochMs is /);
	});
});

describe("a turn's own retries", () => {
	const down = Array.from({ length: 9 }, () => failing("transport"));

	test.each([
		["the count only, keep the schedule", new TurnOptions().withRetryBudget(2), [500, 1_000]],
		["the schedule only, keep the count", new TurnOptions().withRetrySchedule(SCHEDULE), [10, 20, 20]],
		["both", new TurnOptions().withRetrySchedule(SCHEDULE).withRetryBudget(1), [10]],
		["neither", new TurnOptions(), [500, 1_000, 2_000]],
	])("replacing %s", async (_, options, waits) => {
		const { slept } = await play({ replies: down, deps: { retry: { ...DEFAULT_RETRY, max: 3 } }, prompts: [{ prompt: "Go.", options }] });
		expect(slept).toEqual(waits);
	});
});
