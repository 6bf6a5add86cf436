import { performance } from "node:perf_hooks";
import { clearTimeout, setTimeout } from "node:timers";
import type { Clock } from "./clock.ts";

/** The machine's own clock: the one place of the project that reads it. */
export const systemClock: Clock = {
	nowMs: () => performance.now(),
	epochMs: () => Math.round(performance.timeOrigin + performance.now()),
	sleep: (ms, signal) =>
		new Promise((resolve) => {
			if (signal?.aborted) return resolve();
			const done = (): void => {
				clearTimeout(timer);
				signal?.removeEventListener("abort", done);
				resolve();
			};
			const timer = setTimeout(done, ms);
			signal?.addEventListener("abort", done, { once: true });
		}),
	after: (ms, call) => {
		const timer = setTimeout(call, ms);
		return () => clearTimeout(timer);
	},
};
