import { expect, test } from "vitest";
import { RunContext } from "../../src/agent/context.ts";
import type { RunDeps } from "../../src/agent/deps.ts";
import { ProviderPause } from "../../src/agent/provider-pause.ts";
import type { RetryPolicy } from "../../src/agent/retry.ts";
import { type RunOutcome, runPrompts } from "../../src/agent/run.ts";
import type { Tool } from "../../src/agent/tool.ts";
import { freeTools } from "../../src/agent/tool-set.ts";
import { UNBOUNDED } from "../../src/core/budget.ts";
import { CancellationToken } from "../../src/core/cancel.ts";
import type { Clock } from "../../src/core/clock.ts";
import { isJsonObject } from "../../src/core/json.ts";
import { systemClock } from "../../src/core/system-clock.ts";
import type { Usage } from "../../src/core/usage.ts";
import { type Answer, cut, message, text, toolUse, toolUsePieces } from "../support/messages-server/answer.ts";
import { errorEvent, invalidJson, notJson, reset, status } from "../support/messages-server/fault.ts";
import { type MessagesServer, startMessagesServer } from "../support/messages-server/server.ts";
import { liveModel, onSecondWait } from "./given.ts";

const SOON: RetryPolicy = { max: 5, baseMs: 1, maxMs: 4, retryAfterCapMs: 20, overloadedMs: 1_000 };

const ADD: Tool = {
	spec: { name: "add", description: "Adds two numbers.", inputSchema: { type: "object" } },
	readOnly: true,
	prepare: (args) => {
		if (!isJsonObject(args) || typeof args.a !== "number" || typeof args.b !== "number")
			return { ok: false, problem: "a and b are numbers" };
		const sum = args.a + args.b;
		return { ok: true, run: async () => ({ content: String(sum), isError: false }) };
	},
};

const STREAMED = new RunContext(freeTools([ADD]), undefined, { stream: true });

type Played = {
	readonly outcome: RunOutcome;
	readonly server: MessagesServer;
	readonly metered: readonly Usage[];
	/** Milliseconds slept before each retry. */
	readonly slept: readonly number[];
};

/** Plays a run over the real SDK, a real server and the real clock; only sleeps are written down instead of slept. */
async function play(answers: readonly Answer[], context = STREAMED): Promise<Played> {
	await using server = await startMessagesServer(answers);
	const metered: Usage[] = [];
	const slept: number[] = [];
	const deps: RunDeps = {
		model: liveModel(server),
		clock: { ...systemClock, sleep: async (ms) => void slept.push(ms) },
		emit: () => {},
		meter: (usage) => metered.push(usage),
		price: null,
		retry: SOON,
		pause: new ProviderPause(systemClock),
	};
	return { outcome: await runPrompts(deps, context, ["What is 2 + 3?"]), server, metered, slept };
}

const DONE = message([text("It is 5.")]);

test("a conversation of two rounds ends with the answer, and the result went back beside its call", async () => {
	const { outcome, server } = await play([message([text("I add."), toolUse("add", { a: 2, b: 3 }, "t1")]), DONE]);

	expect(outcome).toMatchObject({ cause: { code: "completed" }, rounds: 2, requests: 2 });
	expect(outcome.turns[0]!.finalText).toBe("It is 5.");
	expect(outcome.calls).toMatchObject([{ id: "t1", name: "add", settledBy: "executed", result: "5", isError: false }]);
	expect(server.requests[1]!.body.messages).toEqual([
		{ role: "user", content: [{ type: "text", text: "What is 2 + 3?" }] },
		{
			role: "assistant",
			content: [
				{ type: "text", text: "I add." },
				{ type: "tool_use", id: "t1", name: "add", input: { a: 2, b: 3 } },
			],
		},
		{ role: "user", content: [{ type: "tool_result", tool_use_id: "t1", content: "5", is_error: false }] },
	]);
});

test("arguments that are no JSON cost one round, not the run", async () => {
	const { outcome } = await play([message([toolUsePieces("add", ['{"a": 2, "b"'])]), message([toolUse("add", { a: 2, b: 3 })]), DONE]);

	expect(outcome.cause.code).toBe("completed");
	expect(outcome.calls.map(({ settledBy }) => settledBy)).toEqual(["malformed", "executed"]);
});

test.each([
	["429 that asks for a second", status(429, { headers: { "retry-after": "1" } }), [20]],
	["529", status(529), [1]],
	["an overload inside the stream", cut(DONE, 3, errorEvent("overloaded_error", "Overloaded")), [1]],
	["a reset before the headers", reset, [1]],
	["a reset in mid-stream", cut(DONE, 3, "reset"), [1]],
	["an end in mid-stream", cut(DONE, 3, "end"), [1]],
] satisfies [string, Answer, number[]][])("%s is waited for and tried again, as a request but not as a round", async (_, answer, waits) => {
	const { outcome, server, slept } = await play([answer, DONE]);

	expect(outcome).toMatchObject({ cause: { code: "completed" }, rounds: 1, requests: 2 });
	expect(outcome.turns[0]!.finalText).toBe("It is 5.");
	expect(server.requests).toHaveLength(2);
	expect(server.requests[1]!.body).toEqual(server.requests[0]!.body);
	expect(slept).toEqual(waits);
});

test.each([
	["streamed", cut(DONE, 3, invalidJson)],
	["plain", notJson],
] as const)("a reply that is no JSON is tried again once: %s", async (way, answer) => {
	const context = new RunContext(freeTools([ADD]), undefined, { stream: way === "streamed" });
	const mended = await play([answer, DONE], context);
	const lost = await play([answer, answer, DONE], context);

	expect(mended.outcome).toMatchObject({ cause: { code: "completed" }, rounds: 1, requests: 2 });
	expect(lost.outcome).toMatchObject({ cause: { code: "provider_error" }, rounds: 0, requests: 2 });
});

test("what a cut reply cost is metered, but is none of the run's own usage", async () => {
	const { outcome, metered } = await play([cut(DONE, 3, "end"), DONE]);

	expect(metered).toMatchObject([
		{ input: 10, output: 2, complete: false },
		{ input: 10, output: 5, complete: true },
	]);
	expect(outcome.usage).toEqual({ input: 10, output: 5, cacheRead: 0, cacheWrite: 0, complete: true });
});

test("a provider that stays down is the provider's error after five retries", async () => {
	const { outcome, slept } = await play(Array.from({ length: 7 }, () => status(500)));

	expect(outcome).toMatchObject({ cause: { code: "provider_error" }, rounds: 0, requests: 6 });
	expect(slept).toEqual([1, 2, 4, 4, 4]);
});

test.each([
	[status(401), "provider_error"],
	[status(400), "provider_error"],
	[status(413), "context_overflow"],
	[message([text("Half")], { stop: "max_tokens" }), "provider_stop"],
	[message([text("No.")], { stop: "refusal" }), "model_refusal"],
	[message([text("Full")], { stop: "model_context_window_exceeded" }), "context_overflow"],
] satisfies [Answer, string][])("an end that no retry mends ends the run at once (%#: %s)", async (answer, code) => {
	expect((await play([answer, DONE])).outcome).toMatchObject({ cause: { code }, requests: 1 });
});

/** Plays a run whose only answer stops after "Half an ans", until something ends it. */
async function playStalled(context: RunContext, clocks: { readonly model: Clock; readonly run: Clock }): Promise<RunOutcome> {
	await using server = await startMessagesServer([cut(message([text("Half an ans")]), 3, "stall")]);
	const model = liveModel(server, { clock: clocks.model });
	return await runPrompts(
		{ model, clock: clocks.run, emit: () => {}, meter: () => {}, price: null, retry: SOON, pause: new ProviderPause(clocks.run) },
		context,
		["Go.", "Again."],
	);
}

test("cancelling in mid-stream ends the run with the text that had arrived", async () => {
	const cancel = new CancellationToken();
	const model = onSecondWait(() => cancel.cancel({ kind: "caller", note: "enough" }));

	const outcome = await playStalled(STREAMED.withCancel(cancel), { model, run: systemClock });

	expect(outcome).toMatchObject({ cause: { code: "cancelled" }, requests: 1 });
	expect(outcome.turns.map((turn) => turn.finalText)).toEqual(["Half an ans"]);
});

test("a deadline in mid-stream is the run's bound, not the provider's fault", async () => {
	let nowMs = 0;
	let onDeadline = (): void => {};
	const after: Clock["after"] = (_, call) => {
		onDeadline = call;
		return () => {};
	};
	const model = onSecondWait(() => {
		nowMs = 5_000;
		onDeadline();
	});

	const context = STREAMED.withBudget({ ...UNBOUNDED, wallMs: 5_000 });
	const outcome = await playStalled(context, { model, run: { ...systemClock, nowMs: () => nowMs, after } });

	expect(outcome).toMatchObject({ cause: { code: "deadline", limit: 5_000 }, requests: 1 });
	expect(outcome.turns.map((turn) => turn.finalText)).toEqual(["Half an ans"]);
});
