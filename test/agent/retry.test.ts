import { expect, test } from "vitest";
import type { FailureKind, ModelFailure } from "../../src/agent/model.ts";
import { addTry, DEFAULT_RETRY, NO_TRIES, retryDelayMs, type Tries } from "../../src/agent/retry.ts";
import { CancellationToken } from "../../src/core/cancel.ts";
import { stillClock } from "../support/still-clock.ts";
import { bounded, failing, play, saying } from "./kernel.ts";

function failed(kind: FailureKind, retryAfterMs: number | null = null): ModelFailure {
	return { kind, message: "", retryAfterMs, partial: "", usage: null };
}

function delays(failure: ModelFailure, policy = DEFAULT_RETRY): readonly number[] {
	const waits: number[] = [];
	let tries: Tries = NO_TRIES;
	for (
		let wait = retryDelayMs(failure, tries, policy);
		wait !== null && waits.length < 1_000;
		wait = retryDelayMs(failure, tries, policy)
	) {
		waits.push(wait);
		tries = addTry(tries, failure.kind, wait);
	}
	return waits;
}

test("a transport error is retried five times, half a second doubling to five", () => {
	expect(delays(failed("transport"))).toEqual([500, 1_000, 2_000, 4_000, 5_000]);
});

test.each(["overflow", "unauthorized", "rejected", "cancelled"] as const)("%s is never retried", (kind) => {
	expect(delays(failed(kind, 1))).toEqual([]);
});

test("an overloaded provider is waited for as long as patience lasts", () => {
	const waits = delays(failed("overloaded"));
	const total = waits.reduce((sum, wait) => sum + wait, 0);

	expect(waits.slice(0, 6)).toEqual([500, 1_000, 2_000, 4_000, 5_000, 5_000]);
	expect(total).toBeLessThanOrEqual(600_000);
	expect(total + 5_000).toBeGreaterThan(600_000);
});

test.each([
	[45_000, 45_000],
	[3_600_000, 60_000],
	[0, 500],
	[100, 500],
	[null, 500],
])("asked to wait %s ms, the first wait is %s", (asked, wait) => {
	expect(delays(failed("transport", asked))[0]).toBe(wait);
	expect(delays(failed("overloaded", asked))[0]).toBe(wait);
});

test("the cap limits the server, never the schedule", () => {
	expect(delays(failed("transport", 90_000), { ...DEFAULT_RETRY, max: 1, baseMs: 120_000, maxMs: 120_000 })).toEqual([120_000]);
});

test.each([33, 64, 1e9])("retry %d of a patient policy waits the most there is", (transport) => {
	expect(retryDelayMs(failed("transport"), { ...NO_TRIES, transport }, { ...DEFAULT_RETRY, max: 2e9 })).toBe(5_000);
});

test("retries are requests, not rounds, and leave the working time alone", async () => {
	const { outcome, slept } = await play({
		replies: [failing("transport"), failing("overloaded", 7_000), saying("Done.")],
		context: { budget: bounded({ wallMs: 5_000 }) },
	});

	expect(outcome).toMatchObject({ cause: { code: "completed" }, rounds: 1, requests: 3 });
	expect(slept).toEqual([500, 7_000]);
});

test("a request bound ends retries without a last sleep, and is what the run ends by", async () => {
	const { outcome, slept } = await play({
		replies: [failing("transport"), failing("transport"), saying("Never.")],
		context: { budget: bounded({ requests: 2 }) },
	});

	expect(outcome).toMatchObject({ requests: 2 });
	expect(slept).toEqual([500]);
	// DESIGN §7.7: a request bound tripped inside a retry loop is ungraded.
	expect(outcome.cause.code).toBe("provider_error");
});

test("a policy without retries asks once", async () => {
	const { outcome } = await play({
		replies: [failing("transport"), saying("Never.")],
		deps: { retry: { ...DEFAULT_RETRY, max: 0 } },
	});

	expect(outcome).toMatchObject({ cause: { code: "provider_error", message: "transport" }, requests: 1 });
});

test("cancelling during a retry's sleep sends nothing more", async () => {
	const cancel = new CancellationToken();
	const { clock } = stillClock();
	const { outcome, requests } = await play({
		replies: [failing("transport"), saying("Never.")],
		context: { cancel },
		deps: { clock: { ...clock, sleep: async () => cancel.cancel({ kind: "caller", note: "enough" }) } },
	});

	expect(outcome.cause.code).toBe("cancelled");
	expect(requests).toHaveLength(1);
});
