import { getEventListeners } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openRun, playTurn, turnContext } from "../../src/agent/play-turn.ts";
import type { ToolResult } from "../../src/agent/tool.ts";
import { TurnOptions } from "../../src/agent/turn-options.ts";
import { CancellationToken } from "../../src/core/cancel.ts";
import { stillClock } from "../support/still-clock.ts";
import { tempFolder } from "../support/temp-folder.ts";
import {
	asked,
	bounded,
	calling,
	failing,
	hanging,
	inTurn,
	play,
	playOn,
	reader,
	said,
	saying,
	stage,
	trip,
	tripped,
	usage,
	writer,
} from "./kernel.ts";

/** Trips the token, then does what it is there for. */
function tripping(token: CancellationToken, result = "done") {
	return async (): Promise<ToolResult> => {
		trip(token);
		return { content: result, isError: false };
	};
}

describe("a run that is cancelled", () => {
	test("before it begins asks nobody, and says that it was", async () => {
		const { outcome, requests } = await play({ replies: [saying("Never.")], context: { cancel: tripped() } });

		expect(requests).toEqual([]);
		expect(outcome).toMatchObject({ cause: { code: "cancelled" }, status: "interrupted", rounds: 0, owedAnswer: true });
		expect(outcome.turns[0]).toMatchObject({ finalText: null, conversation: "discarded" });
	});

	test("before a turn asks nobody, not even for the summary that is due", async () => {
		const { requests, outcome } = await play({
			replies: [...Array.from({ length: 5 }, () => calling("look")), saying("Done.", { usage: usage(500, 1) })],
			tools: [reader("look")],
			context: { compactAtTokens: 400 },
			prompts: ["One.", { prompt: "Two.", options: new TurnOptions({ cancel: tripped() }) }],
		});

		expect(outcome).toMatchObject({ cause: { code: "cancelled" }, requests: 6 });
		expect(requests).toHaveLength(6);
	});

	test("inside a tool asks no more, and its trace has every call with a result", async () => {
		const cancel = new CancellationToken();
		const { outcome, requests } = await play({
			replies: [calling("first", "look", "change"), saying("Never.")],
			tools: [writer("first", tripping(cancel)), reader("look"), writer("change")],
			context: { cancel },
		});

		expect(requests).toHaveLength(1);
		expect(outcome.cause.code).toBe("cancelled");
		expect(outcome.calls.map(({ name, settledBy, result }) => [name, settledBy, result])).toEqual([
			["first", "executed", "done"],
			["look", "bound", "Not run: cancelled"],
			["change", "bound", "Not run: cancelled"],
		]);
		expect(outcome.turns[0]!.newMessages.map(said).at(-1)).toEqual(["=done", "=Not run: cancelled", "=Not run: cancelled"]);
	});

	test("inside a tool asks nobody about the calls that are left, be they known or not", async () => {
		const cancel = new CancellationToken();
		const hooked: string[] = [];
		const hook = async ({ name }: { readonly name: string }) => {
			hooked.push(name);
			return { kind: "allow" } as const;
		};
		const { outcome } = await play({
			replies: [calling("first", "look", "nowhere", "change")],
			tools: [writer("first", tripping(cancel)), reader("look"), writer("change")],
			context: { cancel, hooks: { preTool: [hook], postTool: [] } },
		});

		expect(hooked).toEqual(["first"]);
		expect(outcome.calls.map(({ settledBy }) => settledBy)).toEqual(["executed", "bound", "bound", "bound"]);
	});

	test("while several tools run reaches all of them, and each has a result", async () => {
		const cancel = new CancellationToken();
		let waiting = 0;
		const waits = reader("wait", async (signal) => {
			const fired = new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
			waiting += 1;
			if (waiting === 3) trip(cancel);
			await fired;
			return { content: "aborted", isError: true };
		});
		const { outcome } = await play({ replies: [calling("wait", "wait", "wait")], tools: [waits], context: { cancel } });

		expect(outcome.calls.map(({ id, result }) => [id, result])).toEqual(["call_1", "call_2", "call_3"].map((id) => [id, "aborted"]));
	});

	test("during a request keeps the text that had arrived, and its usage is a lower bound", async () => {
		const cancel = new CancellationToken();
		const { outcome } = await play({
			tools: [reader("look")],
			deps: { model: inTurn({ call: async () => replyWith("look") }, cutBy(cancel, "It is 4")) },
			context: { cancel },
		});
		const [turn] = outcome.turns;

		expect(outcome).toMatchObject({ cause: { code: "cancelled" }, rounds: 1, requests: 2 });
		expect(turn).toMatchObject({ finalText: "It is 4", conversation: "discarded", owedAnswer: true });
		expect(turn!.transcript.map(said)).toEqual([["Go."], ["look()"], ["=done"], ["It is 4"]]);
		expect(turn!.usage).toMatchObject({ input: 3, output: 2, complete: false });
	});

	test("during a request of which nothing had arrived keeps no message of it, and its usage is a lower bound all the same", async () => {
		const cancel = new CancellationToken();
		const { outcome } = await play({ deps: { model: cutBy(cancel, "  ") }, context: { cancel } });

		expect(outcome.turns[0]).toMatchObject({ finalText: null, usage: { complete: false } });
		expect(outcome.turns[0]!.transcript.map(said)).toEqual([["Go."]]);
	});

	test("leaves what its tools wrote where it is", async () => {
		const cancel = new CancellationToken();
		await using folder = await tempFolder();
		const file = join(folder.path, "written");
		const writes = writer("write", async () => {
			await writeFile(file, "half");
			return tripping(cancel)();
		});
		await play({ replies: [calling("write")], tools: [writes], context: { cancel } });

		expect(await readFile(file, "utf8")).toBe("half");
	});

	test("plays none of the prompts that are left", async () => {
		const cancel = new CancellationToken();
		const { outcome } = await play({
			replies: [calling("look"), saying("Never.")],
			tools: [reader("look", tripping(cancel))],
			context: { cancel },
			prompts: ["One.", "Two.", "Three."],
		});

		expect(outcome).toMatchObject({ cause: { code: "cancelled" }, promptsLeft: 2 });
	});
});

describe("a token", () => {
	test("that is never pulled changes nothing but the transport", async () => {
		const script = { replies: [calling("look"), saying("Done.")], tools: [reader("look")] };
		const [plain, armed] = [await play(script), await play({ ...script, context: { cancel: new CancellationToken() } })];

		expect(armed.outcome).toEqual(plain.outcome);
		expect(armed.requests.map(asked)).toEqual(plain.requests.map(asked));
		expect([plain, armed].map(({ requests }) => requests.map(({ stream }) => stream))).toEqual([
			[false, false],
			[true, true],
		]);
	});

	test.each([true, false])("does not decide the transport where the context does: %s", async (stream) => {
		const { requests } = await play({ replies: [saying("Done.")], context: { stream, cancel: new CancellationToken() } });
		expect(requests[0]!.stream).toBe(stream);
	});

	test("of one turn does not stick to the next", async () => {
		const { deps, context, seen } = stage({ replies: [saying("Second.")], context: { cancel: new CancellationToken() } });
		const run = openRun(deps, context);
		const options = new TurnOptions({ cancel: tripped() });
		const first = await playTurn(deps, context, turnContext("One.", { options }), run);
		const second = await playTurn(deps, context, turnContext("Two.", { turn: 2, messages: first.transcript }), run);

		expect([first, second].map(({ cause }) => cause)).toEqual([{ code: "cancelled" }, { code: "completed" }]);
		expect(asked(seen.requests[0])).toEqual([["One.", "Two."]]);
	});

	test("beside a bound leaves it in force", async () => {
		const { outcome } = await play({
			replies: [calling("look"), saying("Never.")],
			tools: [reader("look")],
			context: { cancel: new CancellationToken(), budget: bounded({ tokens: 1 }) },
		});
		expect(outcome.cause.code).toBe("token_budget");
	});

	test.each([
		["cancel", "cancelled", "interrupted", "discarded"],
		["stop", "stop_requested", "stopped", "committed"],
	] as const)("to %s, of two that are armed, does what it says", async (which, code, status, conversation) => {
		const [cancel, stop] = [new CancellationToken(), new CancellationToken()];
		const options = new TurnOptions().withCancel(cancel).withStop(stop);
		const { outcome } = await play({
			replies: [calling("look"), saying("Never.")],
			tools: [reader("look", tripping(which === "cancel" ? cancel : stop))],
			prompts: [{ prompt: "Go.", options }],
		});

		expect(outcome).toMatchObject({ cause: { code }, status, rounds: 1 });
		expect(outcome.turns[0]!.conversation).toBe(conversation);
	});

	test("wakes a run that sleeps before a retry, which asks no more", async () => {
		const cancel = new CancellationToken();
		const still = stillClock();
		const sleep = async (_: number, signal: AbortSignal | null): Promise<void> => {
			const woken = new Promise<void>((resolve) => signal?.addEventListener("abort", () => resolve(), { once: true }));
			trip(cancel);
			await woken;
		};
		const { outcome, requests } = await play({
			replies: [failing("transport"), saying("Never.")],
			context: { cancel },
			deps: { clock: { ...still.clock, sleep } },
		});

		expect(outcome.cause.code).toBe("cancelled");
		expect(requests).toHaveLength(1);
	});

	test("that 200 runs share has no listener of theirs when they are over, nor the clock a timer", async () => {
		const cancel = new CancellationToken();
		const { clock, timers } = stillClock();
		const replies = [calling("look", "look"), failing("transport"), failing("overloaded", 10), saying("Done.")];
		const runs = Array.from({ length: 200 }, () =>
			play({
				replies,
				tools: [reader("look")],
				context: { cancel, budget: bounded({ wallMs: 1e6, elapsedMs: 1e7 }) },
				deps: { clock },
			}),
		);
		const codes = (await Promise.all(runs)).map(({ outcome }) => outcome.cause.code);

		expect(new Set(codes)).toEqual(new Set(["completed"]));
		expect([getEventListeners(cancel.signal, "abort"), timers.size]).toEqual([[], 0]);
	});
});

test("a stream that breaks by itself is the provider's error, not a cancellation", async () => {
	const { outcome } = await play({ replies: [{ ...failing("rejected"), text: "Half" }], context: { cancel: new CancellationToken() } });

	expect(outcome.cause).toEqual({ code: "provider_error", message: "rejected" });
	expect(outcome.turns[0]!.transcript.map(said)).toEqual([["Go."], ["Half"]]);
});

test("what a cut reply had begun of a call is none, and the conversation can go on from there", async () => {
	const cut = { ...failing("rejected"), text: "Let me", calls: [{ name: "look", args: {} }] };
	const { outcome } = await play({ replies: [cut], tools: [reader("look")] });
	const { turn, requests } = await playOn(outcome.turns[0]!.transcript, { replies: [saying("Done.")] });

	expect(turn.cause.code).toBe("completed");
	expect(asked(requests[0])).toEqual([["Go."], ["Let me"], ["Go on."]]);
});

/** Pulls the token once it is asked, and gives what had arrived. */
function cutBy(token: CancellationToken, partial: string): ReturnType<typeof hanging> {
	return {
		call: (request, signal) => {
			const answer = hanging(partial).call(request, signal);
			trip(token);
			return answer;
		},
	};
}

function replyWith(name: string) {
	return {
		ok: true,
		message: { role: "assistant", content: [{ type: "tool-call", id: "c", name, args: {}, malformed: null }] },
		stop: { kind: "tool-use", raw: "tool_use" },
		usage: { input: 3, output: 2, cacheRead: 0, cacheWrite: 0, complete: true },
	} as const;
}
