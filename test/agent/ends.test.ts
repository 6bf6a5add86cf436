import { describe, expect, test } from "vitest";
import { DEFAULT_GUARDS } from "../../src/agent/guards.ts";
import type { Model, ModelFailure } from "../../src/agent/model.ts";
import { DEFAULT_RETRY } from "../../src/agent/retry.ts";
import { STOP_CODES } from "../../src/agent/stop-code.ts";
import { TurnOptions } from "../../src/agent/turn-options.ts";
import { BudgetPool } from "../../src/core/pool.ts";
import {
	asked,
	bounded,
	calling,
	failing,
	play,
	playOn,
	queueOf,
	reader,
	reply,
	type Script,
	said,
	saying,
	tripped,
	usage,
} from "./kernel.ts";

const look = reader("look");
const fails = reader("look", async () => ({ content: "no", isError: true }));
const denied = { context: { withheld: new Set(["look"]) } };
const budget = (bound: Parameters<typeof bounded>[0]): Script => ({ context: { budget: bounded(bound) }, deps: { price: PRICE } });
const PRICE = { input: 1, output: 1, cacheRead: 1, cacheWrite: 1 };
const only = (kind: Parameters<typeof failing>[0]): Script => ({ deps: { retry: { ...DEFAULT_RETRY, max: 0 } }, replies: [failing(kind)] });
const options = (given: TurnOptions): Script => ({ prompts: [{ prompt: "Go.", options: given }] });
const stops = { decide: () => ({ kind: "stop" }) as const };

/** For each way to end, a run that only calls tools and ends so. */
const SILENT: Readonly<Record<string, Script>> = {
	completed: { replies: [saying("Done.")] },
	strategy_stop: options(new TurnOptions({ strategy: stops })),
	stop_requested: { context: { stop: tripped() } },
	cancelled: { context: { cancel: tripped() } },
	deadline: budget({ wallMs: 0 }),
	elapsed: budget({ elapsedMs: 0 }),
	max_rounds: budget({ rounds: 2 }),
	tool_budget: budget({ toolCalls: 1 }),
	token_budget: budget({ tokens: 20 }),
	output_token_budget: budget({ outputTokens: 20 }),
	cost_budget: budget({ nanoUsd: 20 }),
	request_budget: budget({ requests: 2 }),
	transcript_limit: budget({ transcriptChars: 12 }),
	pool_drained: options(new TurnOptions({ pool: new BudgetPool(20) })),
	pool_exhausted: options(new TurnOptions({ pool: new BudgetPool(0) })),
	stuck: { tools: [fails] },
	loop: { context: { compactAtTokens: 5 } },
	no_output: { replies: [saying(""), saying(""), saying(""), saying("")] },
	denial_limit: denied,
	model_refusal: { replies: [reply({ stop: "refusal" })] },
	provider_stop: { replies: [reply({ stop: "other" })] },
	context_overflow: only("overflow"),
	provider_error: only("transport"),
};

describe.each(Object.entries(SILENT))("a run that ends by %s", (code, script) => {
	test("says so, and has no answer but what the model said", async () => {
		const replies = Array.from({ length: 30 }, () => calling("look"));
		const { outcome } = await play({ replies, tools: [look], ...script });

		expect(outcome.cause.code).toBe(code);
		expect(outcome.turns[0]!.finalText).toBe(code === "completed" ? "Done." : null);
		expect(outcome.owedAnswer).toBe(code !== "completed");
	});
});

test("every end of a run is tried here, but for those that happen outside one", () => {
	const outside = ["setup_error", "harness_error"];
	expect([...Object.keys(SILENT), ...outside].toSorted()).toEqual([...STOP_CODES].toSorted());
});

test("a conversation that goes on and is cancelled at once does not answer with what was said before", async () => {
	const before = await play({ replies: [saying("An old answer.")] });
	const { turn } = await playOn(before.outcome.turns[0]!.transcript, { context: { cancel: tripped() } });

	expect(turn).toMatchObject({ cause: { code: "cancelled" }, finalText: null, rounds: 0 });
});

test("a run that a bound ends has said what it said last, be it before rounds without a word", async () => {
	const { outcome } = await play({
		replies: [{ ...calling("look"), text: "Looking." }, calling("look")],
		tools: [look],
		context: { budget: bounded({ rounds: 2 }) },
	});
	expect(outcome.turns[0]).toMatchObject({ finalText: "Looking.", owedAnswer: true });
});

test.each(["max-tokens", "other"] as const)("an answer that was cut off by %s is no clean end", async (stop) => {
	const { outcome } = await play({ replies: [saying("The answer is", { stop }), saying("Never.")] });

	expect(outcome).toMatchObject({ cause: { code: "provider_stop" }, status: "ended", requests: 1 });
	expect(outcome.turns[0]!.finalText).toBe("The answer is");
	expect(outcome.owedAnswer).toBe(stop === "max-tokens");
});

test("a prompt that the conversation ended before is joined to what waits for an answer", async () => {
	const { outcome } = await play({ replies: [calling("look")], tools: [look], context: { budget: bounded({ rounds: 1 }) } });
	const { turn, requests } = await playOn(outcome.turns[0]!.transcript, { replies: [saying("Done.")] });

	expect(asked(requests[0])).toEqual([["Go."], ["look()"], ["=done", "Go on."]]);
	expect(turn.newMessages.map(said)).toEqual([["Go on."], ["Done."]]);
});

test("a reply that pauses goes back as it is, and what follows goes on with its message", async () => {
	const { outcome, requests } = await play({ replies: [saying("Searching", { stop: "pause" }), saying("Found.")] });

	expect(asked(requests[1])).toEqual([["Go."], ["Searching"]]);
	expect(outcome.turns[0]!.transcript.map(said)).toEqual([["Go."], ["Searching", "Found."]]);
	expect(outcome).toMatchObject({ cause: { code: "completed" }, rounds: 2 });
});

test("reasoning is no answer: it is nudged for one, and not kept", async () => {
	const thought = { role: "assistant", content: [{ type: "opaque", raw: { type: "thinking" } }] } as const;
	const model = { call: async () => ({ ok: true, message: thought, stop: { kind: "end", raw: "end_turn" }, usage: usage(1, 1) }) as const };
	const { outcome } = await play({ deps: { model } });

	expect(outcome).toMatchObject({ cause: { code: "no_output" }, rounds: 4 });
	expect(outcome.turns[0]!.transcript.flatMap(said)).not.toContain("opaque");
});

test("input that a run which was refused never took is told of", async () => {
	const { events } = await play({ ...options(new TurnOptions({ pool: new BudgetPool(0) })), context: { queuedInput: queueOf("Brief.") } });
	expect(events).toEqual([{ type: "undelivered", texts: ["Brief."] }]);
});

describe("a final answer", () => {
	const script: Script = { replies: [calling("look"), saying("At last.")], tools: [look] };

	test("is asked without tools, its nudge beside the results, and roles alternate", async () => {
		const { requests, outcome } = await play({ ...script, context: { finalAnswer: true, budget: bounded({ rounds: 1 }) } });

		expect(requests[1]).toMatchObject({ purpose: "final", tools: [] });
		expect(asked(requests[1]).slice(1)).toEqual([["look()"], ["=done", expect.stringContaining("final answer")]]);
		expect(outcome.turns[0]!.transcript.map(({ role }) => role)).toEqual(["user", "assistant", "user", "assistant"]);
		expect(outcome).toMatchObject({ cause: { code: "max_rounds" }, forcedAnswer: true, owedAnswer: false, rounds: 1, requests: 2 });
	});

	test("is in the run's usage, cost and requests", async () => {
		const { outcome, metered } = await play({
			...script,
			context: { finalAnswer: true, budget: bounded({ rounds: 1 }) },
			deps: { price: PRICE },
		});
		expect([outcome.usage, outcome.nanoUsd, metered.length]).toEqual([usage(20, 20), 40, 2]);
	});

	test.each([
		["a stop", { stop: tripped() }],
		["a cancellation", { cancel: tripped() }],
		["a deadline", { budget: bounded({ wallMs: 0, rounds: 0 }) }],
	])("is not asked for after %s", async (_, context) => {
		const { requests } = await play({ ...script, context: { finalAnswer: true, ...context } });
		expect(requests).toEqual([]);
	});

	test("is not asked of a pool that is empty", async () => {
		const pool = new BudgetPool(20);
		const { outcome } = await play({
			...script,
			...options(new TurnOptions({ pool })),
			context: { finalAnswer: true, budget: bounded({ rounds: 1 }) },
		});
		expect([outcome.forcedAnswer, pool.spent]).toEqual([false, 20]);
	});

	test("is not asked for where there is one", async () => {
		const { outcome } = await play({ replies: [saying("Done.")], context: { finalAnswer: true, budget: bounded({ rounds: 1 }) } });
		expect(outcome).toMatchObject({ cause: { code: "completed" }, requests: 1, forcedAnswer: false });
	});

	test("is not asked for where a bound kept the model from saying more than it had", async () => {
		const strategy = { decide: () => ({ kind: "inject", text: "Are you sure?" }) as const };
		const { outcome } = await play({
			replies: [saying("3"), saying("Never.")],
			...options(new TurnOptions({ strategy })),
			context: { finalAnswer: true, budget: bounded({ rounds: 1 }) },
		});
		expect(outcome).toMatchObject({ cause: { code: "max_rounds" }, requests: 1, forcedAnswer: false });
	});

	test.each(["strategy_stop", "no_output", "denial_limit", "provider_error", "context_overflow"] as const)(
		"is not asked for after %s",
		async (code) => {
			const given = SILENT[code]!;
			const { outcome, requests } = await play({
				replies: Array.from({ length: 30 }, () => calling("look")),
				tools: [look],
				...given,
				context: { ...given.context, finalAnswer: true },
			});
			expect(outcome.cause.code).toBe(code);
			expect(requests.filter(({ purpose }) => purpose === "final")).toEqual([]);
		},
	);

	test("is asked for again where its request was lost on the way", async () => {
		const { outcome, requests } = await play({
			replies: [calling("look"), failing("transport"), saying("At last.")],
			tools: [look],
			context: { finalAnswer: true, budget: bounded({ rounds: 1 }) },
		});
		expect(outcome).toMatchObject({ cause: { code: "max_rounds" }, forcedAnswer: true, owedAnswer: false });
		expect(requests.map(({ purpose }) => purpose)).toEqual(["round", "final", "final"]);
	});

	test.each([
		["by its length", saying("At la", { stop: "max-tokens" })],
		["on its way", saying("At la", { usage: null, failure: { kind: "rejected", message: "no", retryAfterMs: null } })],
	])("that is cut %s is kept, and the rest is owed", async (_, cut) => {
		const { outcome } = await play({
			replies: [calling("look"), cut],
			tools: [look],
			context: { finalAnswer: true, budget: bounded({ rounds: 1 }) },
		});
		expect(outcome).toMatchObject({ cause: { code: "max_rounds" }, forcedAnswer: true, owedAnswer: true });
		expect(outcome.turns[0]!.finalText).toBe("At la");
	});

	test("that is empty leaves none", async () => {
		const { outcome } = await play({
			replies: [calling("look"), saying(" ")],
			tools: [look],
			context: { finalAnswer: true, budget: bounded({ rounds: 1 }) },
		});
		expect(outcome).toMatchObject({ forcedAnswer: false, owedAnswer: true });
		expect(outcome.turns[0]!.finalText).toBeNull();
	});

	test("is asked for where a bound came in the middle of one: a reply that paused", async () => {
		const { outcome, requests } = await play({
			replies: [saying("Let me think", { stop: "pause" }), saying("At last.")],
			context: { finalAnswer: true, budget: bounded({ rounds: 1 }) },
		});
		const without = await play({ replies: [saying("Let me think", { stop: "pause" })], context: { budget: bounded({ rounds: 1 }) } });

		expect(without.outcome).toMatchObject({ cause: { code: "max_rounds" }, owedAnswer: true });
		expect(requests[1]).toMatchObject({ purpose: "final" });
		expect(outcome).toMatchObject({ cause: { code: "max_rounds" }, forcedAnswer: true, owedAnswer: false });
		expect(outcome.turns[0]).toMatchObject({ finalText: "At last." });
	});
});

describe("usage", () => {
	const cut = (fields: Partial<ModelFailure>): Model => {
		const failure = { kind: "rejected", message: "", retryAfterMs: null, partial: "", usage: null, ...fields } as const;
		return { call: async () => ({ ok: false, failure }) };
	};

	test.each<[string, Partial<ModelFailure>, boolean]>([
		["was cancelled", { kind: "cancelled" }, false],
		["was cut after some text", { partial: "Half" }, false],
		["reported what it had used until it was cut", { usage: { ...usage(3, 0), complete: false } }, false],
		["reported what it had used, and was cut after that", { usage: usage(3, 1) }, false],
		["was refused", {}, true],
	])("of a run whose last request %s", async (_, failure, complete) => {
		const { outcome } = await play({ deps: { model: cut(failure) } });
		expect(outcome.usage).toEqual({ ...usage(0, 0), complete });
		expect(outcome.owedAnswer).toBe(true);
	});

	test("is a lower bound where a final answer or a summary was cut", async () => {
		const looks = Array.from({ length: 8 }, () => calling("look"));
		const context = { finalAnswer: true, budget: bounded({ rounds: 1 }) };
		const final = await play({ replies: [calling("look"), { ...failing("rejected"), text: "Half" }], tools: [look], context });
		const summaries = { ...failing("rejected"), text: "Half" };
		const summary = await play({
			replies: [...looks, saying("Done.")],
			tools: [look],
			summaries,
			context: { compactAtTokens: 5, guards: { ...DEFAULT_GUARDS, loop: false } },
		});

		expect([final.outcome, summary.outcome].map((outcome) => [outcome.cause.code, outcome.usage.complete])).toEqual([
			["max_rounds", false],
			["completed", false],
		]);
	});

	test("is whole where a request was cut and then tried again: what was wasted is in the books outside", async () => {
		const { outcome } = await play({ replies: [{ ...failing("transport"), text: "Half" }, saying("Done.")] });
		expect(outcome).toMatchObject({ cause: { code: "completed" }, usage: { complete: true }, requests: 2 });
	});
});
