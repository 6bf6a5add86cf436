import type { Clock } from "../core/clock.ts";

/**
 * While an overloaded provider asks for peace, none of the runs that call it with the same key sends anything: one is shared
 * per provider, model and key, over all arms.
 */
export class ProviderPause {
	readonly #clock: Clock;
	#untilMs = Number.NEGATIVE_INFINITY;

	constructor(clock: Clock) {
		this.#clock = clock;
	}

	/** Nothing is sent before this many milliseconds have passed. */
	hold(ms: number): void {
		this.#untilMs = Math.max(this.#untilMs, this.#clock.nowMs() + ms);
	}

	get isHolding(): boolean {
		return this.#untilMs > this.#clock.nowMs();
	}

	/** Resolves when requests may be sent, or at once when the signal fires. */
	async wait(signal: AbortSignal): Promise<void> {
		while (!signal.aborted) {
			const leftMs = this.#untilMs - this.#clock.nowMs();
			if (leftMs <= 0) return;
			await this.#clock.sleep(leftMs, signal);
		}
	}
}
