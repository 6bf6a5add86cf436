import { getEventListeners } from "node:events";
import { describe, expect, test } from "vitest";
import { CancellationToken } from "../../src/core/cancel.ts";
import type { Clock } from "../../src/core/clock.ts";
import { scopedSignal } from "../../src/core/signal.ts";
import { systemClock } from "../../src/core/system-clock.ts";

type Timer = { readonly ms: number; readonly ring: () => void };

/** A clock whose timers ring when the test says so. */
function handClock(): { readonly clock: Clock; readonly timers: Set<Timer> } {
	const timers = new Set<Timer>();
	const after: Clock["after"] = (ms, ring) => {
		const timer = { ms, ring };
		timers.add(timer);
		return () => timers.delete(timer);
	};
	return { clock: { ...systemClock, after }, timers };
}

describe("scopedSignal", () => {
	test("fires with its parent, for the parent's reason", () => {
		const parent = new CancellationToken();
		const { signal } = scopedSignal(systemClock, [parent.signal], null);
		expect(signal.aborted).toBe(false);
		parent.cancel({ kind: "deadline" });
		expect(signal.reason).toEqual({ kind: "deadline" });
	});

	test("has fired already when its parent has", () => {
		const parent = new CancellationToken();
		parent.cancel({ kind: "deadline" });
		expect(scopedSignal(systemClock, [parent.signal], null).signal.aborted).toBe(true);
	});

	test("fires when its time is over, and not before: a timer may ring a millisecond early", () => {
		const { clock, timers } = handClock();
		const { signal } = scopedSignal(clock, [], 20.5);
		const [timer] = timers;
		expect([timer?.ms, signal.aborted]).toEqual([22, false]);
		timer?.ring();
		expect(signal.reason).toBe("timeout");
	});

	test("a time that is over already is not a negative one", () => {
		const { clock, timers } = handClock();
		scopedSignal(clock, [], -5);
		expect([...timers].map(({ ms }) => ms)).toEqual([1]);
	});

	test("leaves no listener and no timer behind", () => {
		const { clock, timers } = handClock();
		const parent = new CancellationToken();
		for (let call = 0; call < 3; call += 1) scopedSignal(clock, [parent.signal], 1_000).dispose();
		expect([getEventListeners(parent.signal, "abort"), [...timers]]).toEqual([[], []]);
	});

	test("does not fire any more once it is disposed of", () => {
		const parent = new CancellationToken();
		const scope = scopedSignal(systemClock, [parent.signal], null);
		scope.dispose();
		parent.cancel({ kind: "deadline" });
		expect(scope.signal.aborted).toBe(false);
	});
});
