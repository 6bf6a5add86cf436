import { describe, expect, test } from "vitest";
import { ProviderPause } from "../../src/agent/provider-pause.ts";
import { DEFAULT_RETRY } from "../../src/agent/retry.ts";
import { CancellationToken } from "../../src/core/cancel.ts";
import type { Clock } from "../../src/core/clock.ts";
import { stillClock } from "../support/still-clock.ts";
import { bounded, calling, failing, play, queueOf, reader, type Script, saying, trip } from "./kernel.ts";

/** A clock whose sleepers sleep until a test lets the time pass; a signal wakes them before. */
function slowClock() {
	const still = stillClock();
	const sleep: Clock["sleep"] = (ms, signal) =>
		new Promise((resolve) => {
			still.clock.after(ms, resolve);
			signal?.addEventListener("abort", () => resolve(), { once: true });
		});
	return { clock: { ...still.clock, sleep }, advance: still.advance };
}

/** All that can happen without time passing has happened. */
function settled(): Promise<void> {
	return new Promise((resolve) => setImmediate(resolve));
}

/** Two runs that share a provider: the first is told that it is overloaded, the second begins after that. */
async function together(second: Script) {
	const { clock, advance } = slowClock();
	const deps = { clock, pause: new ProviderPause(clock), retry: { ...DEFAULT_RETRY, baseMs: 800 } };
	const first = play({ replies: [failing("overloaded"), saying("First.")], deps });
	await settled();
	let sent = 0;
	const model = {
		call: async () => {
			sent += 1;
			return said;
		},
	};
	const other = play({ ...second, deps: { model, ...deps } });
	await settled();
	return { first, other, advance, sent: () => sent };
}

const said = {
	ok: true,
	message: { role: "assistant", content: [{ type: "text", text: "Second." }] },
	stop: { kind: "end", raw: "" },
	usage: { input: 1, output: 1, cacheRead: 0, cacheWrite: 0, complete: true },
} as const;

describe("while one run's provider asks for peace, another run", () => {
	test("sends nothing to it, and then goes on", async () => {
		const { first, other, advance, sent } = await together({});
		expect(sent()).toBe(0);
		advance(799);
		await settled();
		expect(sent()).toBe(0);
		advance(1);

		expect((await first).outcome.cause.code).toBe("completed");
		expect((await other).outcome).toMatchObject({ cause: { code: "completed" }, requests: 1, idleMs: 800 });
	});

	test.each([
		["stop", "stop_requested"],
		["cancel", "cancelled"],
	] as const)(
		"that is told to %s meanwhile ends at once, and sends nothing at all and says nothing that was waiting",
		async (which, code) => {
			const token = new CancellationToken();
			const { other, sent } = await together({ context: { [which]: token, queuedInput: queueOf("Be brief.") } });
			trip(token);

			const { outcome, events } = await other;
			expect(outcome).toMatchObject({ cause: { code }, requests: 0, rounds: 0, owedAnswer: true, turns: [{ rounds: 0 }] });
			expect(events.filter(({ type }) => type === "input" || type === "undelivered")).toMatchObject([{ texts: ["Be brief."] }]);
			expect(sent()).toBe(0);
		},
	);
});

test("a pause does not keep the final answer from being asked for: the bound that it follows is known", async () => {
	const { clock } = stillClock();
	const pause = new ProviderPause(clock);
	const look = reader("look", async () => {
		pause.hold(1_000);
		return { content: "seen", isError: false };
	});
	const { outcome } = await play({
		replies: [calling("look"), saying("Forced.")],
		tools: [look],
		context: { finalAnswer: true, budget: bounded({ rounds: 1 }) },
		deps: { clock, pause },
	});

	expect(outcome).toMatchObject({ cause: { code: "max_rounds" }, forcedAnswer: true, idleMs: 1_000 });
});
