import type { Clock } from "./clock.ts";

/** A signal that fires with one of its parents or after a time, and that must be disposed of, so that nothing stays listening. */
export type ScopedSignal = { readonly signal: AbortSignal; readonly dispose: () => void };

/**
 * `AbortSignal.any` keeps its dependents alive as long as a parent lives (nodejs/node#54614); this lets go by hand.
 * A timer may fire a millisecond early: one more, so that the bound it stands for has really passed.
 */
export function scopedSignal(clock: Clock, parents: readonly AbortSignal[], timeoutMs: number | null): ScopedSignal {
	const controller = new AbortController();
	const abort = (): void => controller.abort(parents.find((parent) => parent.aborted)?.reason);
	if (parents.some((parent) => parent.aborted)) abort();
	for (const parent of parents) parent.addEventListener("abort", abort, { once: true });
	const takeBack = timeoutMs === null ? null : clock.after(Math.ceil(Math.max(0, timeoutMs)) + 1, () => controller.abort("timeout"));
	return {
		signal: controller.signal,
		dispose: () => {
			takeBack?.();
			for (const parent of parents) parent.removeEventListener("abort", abort);
		},
	};
}
