import type { Clock } from "../../src/core/clock.ts";
import { systemClock } from "../../src/core/system-clock.ts";

export type VirtualClock = { readonly clock: Clock; readonly slept: readonly number[] };

type Timer = { readonly atMs: number; readonly call: () => void };

/** Time that passes only where somebody sleeps, and then at once: timers that come due on the way fire, in order. */
export function virtualClock(): VirtualClock {
	let nowMs = 0;
	const timers = new Set<Timer>();
	const slept: number[] = [];
	const pass = (toMs: number): void => {
		const [next] = [...timers].filter(({ atMs }) => atMs <= toMs).sort((a, b) => a.atMs - b.atMs);
		nowMs = next === undefined ? toMs : Math.max(nowMs, next.atMs);
		if (next === undefined) return;
		timers.delete(next);
		next.call();
	};
	const clock: Clock = {
		...systemClock,
		nowMs: () => nowMs,
		sleep: async (ms, signal) => {
			slept.push(ms);
			const endMs = nowMs + ms;
			while (nowMs < endMs && !signal?.aborted) {
				pass(endMs);
				await Promise.resolve();
			}
		},
		after: (ms, call) => {
			const timer = { atMs: nowMs + ms, call };
			timers.add(timer);
			return () => void timers.delete(timer);
		},
	};
	return { clock, slept };
}
