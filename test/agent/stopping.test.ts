import { describe, expect, test } from "vitest";
import { boundOf } from "../../src/agent/stop-code.ts";
import type { Tool } from "../../src/agent/tool.ts";
import { CancellationToken } from "../../src/core/cancel.ts";
import { bounded, calling, play, queueOf, reader, said, saying, trip, tripped, writer } from "./kernel.ts";

function stopper(stop: CancellationToken): Tool {
	return writer("stopper", async () => {
		trip(stop);
		return { content: "done", isError: false };
	});
}

describe("a run that is told to stop", () => {
	test("before it begins asks nobody", async () => {
		const { outcome, requests } = await play({ replies: [saying("Never.")], context: { stop: tripped() } });

		expect(requests).toEqual([]);
		expect(outcome).toMatchObject({ cause: { code: "stop_requested" }, status: "stopped", owedAnswer: true });
	});

	test("by a tool finishes the round, commits every result and owes an answer", async () => {
		const stop = new CancellationToken();
		const { outcome, requests } = await play({
			replies: [calling("stopper", "look", "change"), saying("Never.")],
			tools: [stopper(stop), reader("look"), writer("change")],
			context: { stop },
		});
		const [turn] = outcome.turns;

		expect(requests).toHaveLength(1);
		expect(outcome.calls.map(({ settledBy }) => settledBy)).toEqual(["executed", "executed", "executed"]);
		expect(turn!.transcript.map(said).at(-1)).toEqual(["=done", "=done", "=done"]);
		expect(turn).toMatchObject({ finalText: null, owedAnswer: true, status: "stopped", conversation: "committed" });
	});

	test("while it answers gives the answer, which owes nothing", async () => {
		const stop = new CancellationToken();
		const { outcome } = await play({
			context: { stop },
			deps: {
				model: {
					call: async () => {
						trip(stop);
						return answer("Done.");
					},
				},
			},
		});

		expect(outcome).toMatchObject({ cause: { code: "completed" }, status: "ok", owedAnswer: false });
		expect(outcome.turns[0]!.finalText).toBe("Done.");
	});

	test("between two prompts leaves the second unsaid", async () => {
		const stop = new CancellationToken();
		const { outcome } = await play({
			replies: [calling("stopper"), saying("Never.")],
			tools: [stopper(stop)],
			context: { stop },
			prompts: ["One.", "Two."],
		});
		expect(outcome).toMatchObject({ cause: { code: "stop_requested" }, promptsLeft: 1 });
	});

	test("where a bound is due too is stopped, which is no bound", async () => {
		const stop = new CancellationToken();
		const { outcome } = await play({
			replies: [calling("look", "stopper"), saying("Never.")],
			tools: [reader("look"), { ...stopper(stop), readOnly: true }],
			context: { stop, budget: bounded({ tokens: 20 }) },
		});

		expect(outcome.cause).toEqual({ code: "stop_requested", alsoTrue: ["token_budget"] });
		expect(boundOf(outcome.cause)).toBeNull();
	});

	test("leaves queued input in its queue, and tells of it", async () => {
		const queuedInput = queueOf("Only the median.");
		const { outcome, events } = await play({ replies: [saying("Never.")], context: { stop: tripped(), queuedInput } });

		expect(queuedInput.waiting()).toEqual(["Only the median."]);
		expect(outcome.turns[0]!.transcript.map(said)).toEqual([["Go."]]);
		expect(events.at(-1)).toEqual({ type: "undelivered", texts: ["Only the median."] });
	});
});

function answer(text: string) {
	return {
		ok: true,
		message: { role: "assistant", content: [{ type: "text", text }] },
		stop: { kind: "end", raw: "end_turn" },
		usage: { input: 1, output: 1, cacheRead: 0, cacheWrite: 0, complete: true },
	} as const;
}
