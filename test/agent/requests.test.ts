import { describe, expect, test } from "vitest";
import { ProviderPause } from "../../src/agent/provider-pause.ts";
import { DEFAULT_RETRY } from "../../src/agent/retry.ts";
import { TurnOptions } from "../../src/agent/turn-options.ts";
import { CancellationToken } from "../../src/core/cancel.ts";
import { stillClock } from "../support/still-clock.ts";
import { bounded, calling, failing, play, reader, said, saying, trip } from "./kernel.ts";

describe("a bound of requests", () => {
	test("of 0 refuses before the first, and names itself", async () => {
		const { outcome, requests } = await play({ prompts: [{ prompt: "Go.", options: new TurnOptions().withRequestBudget(0) }] });

		expect(outcome.cause).toEqual({ code: "request_budget", limit: 0, used: 0 });
		expect(requests).toEqual([]);
	});

	test("that ends between rounds is a bound like any other", async () => {
		const { outcome } = await play({
			replies: [failing("transport"), calling("look"), saying("Never.")],
			tools: [reader("look")],
			context: { budget: bounded({ requests: 2 }) },
		});
		expect(outcome).toMatchObject({ cause: { code: "request_budget", limit: 2, used: 2 }, status: "bounded", rounds: 1 });
	});

	test("that ends between retries says so beside the provider's error", async () => {
		const { outcome, slept } = await play({
			replies: [failing("transport"), failing("transport"), saying("Never.")],
			context: { budget: bounded({ requests: 2 }) },
			deps: { retry: { ...DEFAULT_RETRY, max: 2 } },
		});

		expect(outcome.cause).toEqual({ code: "provider_error", message: "transport", alsoTrue: ["request_budget"] });
		expect([slept, outcome.requests]).toEqual([[500], 2]);
	});

	test("leaves no final answer either", async () => {
		const { outcome, requests } = await play({
			replies: [calling("look"), saying("Never.")],
			tools: [reader("look")],
			context: { finalAnswer: true, budget: bounded({ rounds: 1, requests: 1 }) },
		});

		expect(requests).toHaveLength(1);
		expect(outcome).toMatchObject({ cause: { code: "max_rounds", alsoTrue: ["request_budget"] }, forcedAnswer: false, owedAnswer: true });
	});
});

describe("an attempt that failed", () => {
	test("is followed by the same request, word for word", async () => {
		const { requests } = await play({ replies: [failing("transport"), failing("overloaded"), saying("Done.")] });
		expect(requests.map(({ messages }) => messages)).toEqual([requests[0]!.messages, requests[0]!.messages, requests[0]!.messages]);
	});

	test("with half a reply leaves nothing of it once another one is whole", async () => {
		const { outcome } = await play({ replies: [{ ...failing("transport"), text: "Half" }, saying("Whole.")] });

		expect(outcome.turns[0]!.transcript.map(said)).toEqual([["Go."], ["Whole."]]);
		expect(outcome).toMatchObject({ usage: { complete: true } });
	});

	test("for the last time leaves its half, as text", async () => {
		const { outcome } = await play({
			replies: ["First half", "Second half"].map((text) => ({ ...failing("transport"), text })),
			deps: { retry: { ...DEFAULT_RETRY, max: 1 } },
		});

		expect(outcome.turns[0]!.transcript.map(said)).toEqual([["Go."], ["Second half"]]);
		expect(outcome.turns[0]).toMatchObject({ finalText: "Second half", usage: { complete: false }, cause: { code: "provider_error" } });
	});

	test("keeps the rounds, calls and usage before it", async () => {
		const { outcome } = await play({ replies: [calling("look"), failing("unauthorized")], tools: [reader("look")] });

		expect(outcome).toMatchObject({ cause: { code: "provider_error" }, rounds: 1, usage: { input: 10, output: 10 }, owedAnswer: true });
		expect(outcome.calls).toHaveLength(1);
	});

	test("because the prompt is too long is a fault of the run", async () => {
		const { outcome } = await play({ replies: [failing("overflow")] });
		expect(outcome).toMatchObject({ cause: { code: "context_overflow" }, status: "error" });
	});
});

describe("a pause of the provider", () => {
	test("holds every run that shares it, as time that nobody works", async () => {
		const { clock, slept } = stillClock();
		const pause = new ProviderPause(clock);
		pause.hold(30_000);
		const { outcome } = await play({
			replies: [saying("Done.")],
			context: { budget: bounded({ wallMs: 1_000 }) },
			deps: { clock, pause },
		});

		expect(outcome).toMatchObject({ cause: { code: "completed" }, idleMs: 30_000 });
		expect(slept).toEqual([30_000]);
	});

	test("is not waited out by a run that is cancelled", async () => {
		const cancel = new CancellationToken();
		const clock = { ...stillClock().clock, sleep: async () => trip(cancel) };
		const pause = new ProviderPause(clock);
		pause.hold(30_000);
		const { outcome, requests } = await play({ context: { cancel }, deps: { clock, pause } });

		expect([outcome.cause.code, requests]).toEqual(["cancelled", []]);
	});
});
