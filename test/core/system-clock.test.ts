import { getEventListeners } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { systemClock } from "../../src/core/system-clock.ts";

const A_MONTH_MS = 2 ** 31 + 1_000;

function timersUnderWay(): number {
	return process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
}

describe("the machine's clock", () => {
	test("a sleep is over when its time is, and leaves nothing behind", async () => {
		const controller = new AbortController();
		await systemClock.sleep(1, controller.signal);
		expect(getEventListeners(controller.signal, "abort")).toEqual([]);
	});

	test("a sleep is over when its signal fires, and leaves no timer", async () => {
		const before = timersUnderWay();
		const controller = new AbortController();
		const slept = systemClock.sleep(A_MONTH_MS, controller.signal);
		controller.abort();
		await slept;
		expect(timersUnderWay()).toBe(before);
	});

	test("a sleep under a signal that has fired is none", async () => {
		await systemClock.sleep(A_MONTH_MS, AbortSignal.abort());
	});

	test("calls back once the time is over, unless it is taken back", async () => {
		const calls: string[] = [];
		systemClock.after(1, () => calls.push("called"));
		systemClock.after(1, () => calls.push("taken back"))();
		await pause(20);
		expect(calls).toEqual(["called"]);
	});

	test("waits longer than a timer of Node can hold", async () => {
		let called = false;
		const takeBack = systemClock.after(A_MONTH_MS, () => {
			called = true;
		});
		// Timers ring in their order: one that had overflowed would ring before this one.
		await pause(20);
		takeBack();
		expect(called).toBe(false);
	});

	test("tells the time since 1970, and one that never goes back", () => {
		expect(Math.abs(systemClock.epochMs() - Date.now())).toBeLessThan(60_000);
		const earlier = systemClock.nowMs();
		expect(systemClock.nowMs()).toBeGreaterThanOrEqual(earlier);
	});
});
