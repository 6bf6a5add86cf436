import { performance } from "node:perf_hooks";
import { clearTimeout, setTimeout } from "node:timers";
import type { Clock } from "./clock.ts";

/** What a timer of Node can hold; a longer one would fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** The machine's own clock: the one place of the project that reads it. */
export const systemClock: Clock = {
	nowMs: () => performance.now(),
	epochMs: () => Math.round(performance.timeOrigin + performance.now()),
	sleep: (ms, signal) =>
		new Promise((resolve) => {
			if (signal?.aborted) return resolve();
			const done = (): void => {
				takeBack();
				signal?.removeEventListener("abort", done);
				resolve();
			};
			const takeBack = callAfter(ms, done);
			signal?.addEventListener("abort", done, { once: true });
		}),
	after: callAfter,
};

function callAfter(ms: number, call: () => void): () => void {
	let timer: NodeJS.Timeout;
	const wait = (left: number): void => {
		const longer = left - LONGEST_TIMER_MS;
		timer = longer > 0 ? setTimeout(() => wait(longer), LONGEST_TIMER_MS) : setTimeout(call, left);
	};
	wait(ms);
	return () => clearTimeout(timer);
}
