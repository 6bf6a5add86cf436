import { once } from "node:events";
import { setImmediate } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import { CancellationToken } from "../../src/core/cancel.ts";

/** What Node warns of from here to the end of the test. */
function warnings(): readonly Error[] {
	const seen: Error[] = [];
	const listen = (warning: Error): unknown => seen.push(warning);
	process.on("warning", listen);
	onTestFinished(() => void process.off("warning", listen));
	return seen;
}

describe("CancellationToken", () => {
	test("keeps its first reason and fires once", () => {
		const token = new CancellationToken();
		let fired = 0;
		token.signal.addEventListener("abort", () => {
			fired += 1;
		});
		expect([token.cancelled, token.reason]).toEqual([false, null]);
		token.cancel({ kind: "deadline" });
		token.cancel({ kind: "signal", signal: "SIGINT" });
		expect([token.cancelled, token.reason, fired]).toEqual([true, { kind: "deadline" }, 1]);
		expect(token.signal.reason).toEqual({ kind: "deadline" });
	});

	test("has told its reason by the time that its signal fires", async () => {
		const token = new CancellationToken();
		const seen = once(token.signal, "abort").then(() => token.reason);
		token.cancel({ kind: "caller", note: "enough" });
		expect(await seen).toEqual({ kind: "caller", note: "enough" });
	});

	test("takes a listener of each of many trials without a warning", async () => {
		const seen = warnings();
		const { signal } = new CancellationToken();
		for (let trial = 0; trial < 50; trial += 1) signal.addEventListener("abort", () => trial);
		await setImmediate();
		expect(seen).toEqual([]);
	});
});
