import type { Clock } from "../../src/core/clock.ts";

type Timer = { readonly atMs: number; readonly call: () => void };

export type StillClock = {
	readonly clock: Clock;
	/** Milliseconds of every sleep that was asked for. */
	readonly slept: readonly number[];
	/** What would still ring. */
	readonly timers: ReadonlySet<unknown>;
	/** Lets time pass; what was to ring meanwhile rings in order. */
	readonly advance: (ms: number) => void;
};

/** Its time passes only in sleeps, which end at once, and where a test says so. */
export function stillClock(): StillClock {
	const slept: number[] = [];
	const timers = new Set<Timer>();
	let nowMs = 0;
	const pass = (ms: number, signal: AbortSignal | null): void => {
		const endMs = nowMs + ms;
		while (!signal?.aborted) {
			const [next] = [...timers].filter(({ atMs }) => atMs <= endMs).toSorted((a, b) => a.atMs - b.atMs);
			nowMs = Math.max(nowMs, next?.atMs ?? endMs);
			if (next === undefined) return;
			timers.delete(next);
			next.call();
		}
	};
	const sleep: Clock["sleep"] = async (ms, signal) => {
		slept.push(ms);
		pass(ms, signal);
	};
	const after: Clock["after"] = (ms, call) => {
		const timer = { atMs: nowMs + ms, call };
		timers.add(timer);
		return () => timers.delete(timer);
	};
	return { clock: { nowMs: () => nowMs, epochMs: () => EPOCH_MS + nowMs, sleep, after }, slept, timers, advance: (ms) => pass(ms, null) };
}

/** When a still clock was made. */
export const EPOCH_MS = Date.UTC(2026, 0, 1);
