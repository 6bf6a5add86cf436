import { performance } from "node:perf_hooks";
import { setImmediate } from "node:timers/promises";

/** Awaited after each step of a walk: lets the other trials go on when the walk has had its slice of time, else does not wait. */
export type Pause = () => Promise<void> | null;

const SLICE_MS = 2;

/**
 * A walk calls the file system synchronously, one short call at a time: passing such a call through the thread pool takes ten
 * times as long as the call itself.
 */
export function startSlices(): Pause {
	let beganMs = performance.now();
	return () => {
		if (performance.now() - beganMs < SLICE_MS) return null;
		return setImmediate().then(() => {
			beganMs = performance.now();
		});
	};
}
