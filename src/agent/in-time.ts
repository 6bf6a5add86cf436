import type { Clock } from "../core/clock.ts";
import { scopedSignal } from "../core/signal.ts";
import { remainingMs } from "./scope.ts";
import type { TurnState } from "./turn-state.ts";

/** Milliseconds that who was told to end is waited for: what obeys its signal can still give its result. */
const GRACE_MS = 1_000;

type InTime<T> = { readonly ended: true; readonly value: T } | { readonly ended: false };

/**
 * Runs what is not ours (a model, a tool, a hook, a route, a strategy) for as long as the run may work. What has not ended a
 * grace after its signal fired is left to itself, and what it comes to then is lost; no listener and no timer stays.
 */
export async function inTime<T>(
	turn: TurnState,
	work: (signal: AbortSignal) => T | Promise<T>,
	graceMs: number = GRACE_MS,
): Promise<InTime<T>> {
	const { clock } = turn.deps;
	const scope = scopedSignal(clock, turn.signals, remainingMs(turn.scopes, clock.nowMs()));
	const over = pastGrace(clock, scope.signal, graceMs);
	const run = async (): Promise<InTime<T>> => ({ ended: true, value: await work(scope.signal) });
	try {
		return await Promise.race([run(), over.passed.then(() => ({ ended: false }) as const)]);
	} finally {
		over.dispose();
		scope.dispose();
	}
}

type Grace = { readonly passed: Promise<void>; readonly dispose: () => void };

function pastGrace(clock: Clock, signal: AbortSignal, graceMs: number): Grace {
	let takeBack = (): void => {};
	const passed = new Promise<void>((resolve) => {
		const begin = (): void => {
			if (graceMs === 0) resolve();
			else takeBack = clock.after(graceMs, resolve);
		};
		if (signal.aborted) begin();
		else signal.addEventListener("abort", begin, { once: true });
	});
	return { passed, dispose: () => takeBack() };
}
