import { describe, expect, test } from "vitest";
import { scriptedInput } from "../../src/agent/queued-input.ts";
import type { RoundBoundary, RoundDecision } from "../../src/agent/strategy.ts";
import { TurnOptions } from "../../src/agent/turn-options.ts";
import { asked, bounded, calling, failing, type Played, play, reader, reply, type Script, said, saying } from "./kernel.ts";

type Decide = (boundary: RoundBoundary) => RoundDecision | Promise<RoundDecision>;

const tools = [reader("look"), reader("fail", async () => ({ content: "no", isError: true }))];

function steered(decide: Decide, replies: Script["replies"], script: Script = {}): Promise<Played> {
	return play({
		replies: replies ?? [],
		tools,
		...script,
		prompts: [{ prompt: "Go.", options: new TurnOptions({ strategy: { decide } }) }],
	});
}

function always(decision: RoundDecision): Decide {
	return () => decision;
}

/** Says each in turn, then proceeds. */
function first(...decisions: readonly RoundDecision[]): Decide {
	const left = [...decisions];
	return () => left.shift() ?? { kind: "proceed" };
}

describe("a strategy", () => {
	test("that always proceeds is as good as none", async () => {
		const replies = [calling("look"), saying("Done.")];
		const [none, proceeding] = [await play({ replies, tools }), await steered(always({ kind: "proceed" }), replies)];

		expect(proceeding.requests).toEqual(none.requests);
		expect(proceeding.outcome).toEqual(none.outcome);
		expect(proceeding.events).toEqual(none.events);
	});

	test("is told of results in call order, of answers, and of what was spent", async () => {
		const boundaries: RoundBoundary[] = [];
		const note: Decide = (boundary) => {
			boundaries.push(boundary);
			return { kind: "proceed" };
		};
		await steered(note, [calling("look", "fail", "nowhere"), failing("transport"), saying("Done.")]);

		expect(boundaries).toEqual([
			{
				at: "tools",
				message: null,
				results: [
					{ id: "call_1", name: "look", isError: false },
					{ id: "call_2", name: "fail", isError: true },
					{ id: "call_3", name: "nowhere", isError: true },
				],
				rounds: 1,
				requests: 1,
				retries: 0,
			},
			{
				at: "answer",
				message: { role: "assistant", content: [{ type: "text", text: "Done." }] },
				results: [],
				rounds: 2,
				requests: 3,
				retries: 1,
			},
		]);
	});

	test("that throws has decided nothing, and that is noted", async () => {
		const broken: Decide = () => {
			throw new Error("off the rails");
		};
		const { outcome, events } = await steered(broken, [calling("look"), saying("Done.")]);

		expect(outcome.cause.code).toBe("completed");
		expect(events.flatMap((event) => (event.type === "notice" ? [event.text] : []))).toEqual([
			"the strategy failed: off the rails",
			"the strategy failed: off the rails",
		]);
	});

	test("is not asked where a steer is about to enter, and is at the next boundary", async () => {
		const rounds: number[] = [];
		const note: Decide = ({ rounds: round }) => {
			rounds.push(round);
			return { kind: "proceed" };
		};
		const queuedInput = scriptedInput([{ round: 3, text: "Steered." }]);
		await steered(note, [calling("look"), calling("look"), calling("look"), saying("Done.")], { context: { queuedInput } });

		expect(rounds).toEqual([1, 3, 4]);
	});
});

describe("what a strategy injects", () => {
	test("after an answer makes one round more; both answers are kept and the last one counts", async () => {
		const { outcome } = await steered(first({ kind: "inject", text: "Are you sure?" }), [saying("3"), saying("4")]);

		expect(outcome.turns[0]!.transcript.map(said)).toEqual([["Go."], ["3"], ["Are you sure?"], ["4"]]);
		expect(outcome.turns[0]).toMatchObject({ finalText: "4", rounds: 2 });
	});

	test("after results follows them in their message", async () => {
		const { requests } = await steered(first({ kind: "inject", text: "Hurry." }), [calling("look"), saying("Done.")]);
		expect(asked(requests[1]).at(-1)).toEqual(["=done", "Hurry."]);
	});

	test("is nothing where it is blank: the answer stands", async () => {
		const { outcome, requests } = await steered(always({ kind: "inject", text: " " }), [saying("3"), saying("Never.")]);
		expect([outcome.cause.code, requests.length]).toEqual(["completed", 1]);
	});

	test("overrides no bound: the run ends by it, and the text is in no conversation", async () => {
		const { outcome, requests, events } = await steered(always({ kind: "inject", text: "More." }), [saying("3"), saying("Never.")], {
			context: { budget: bounded({ tokens: 1 }) },
		});

		expect(requests).toHaveLength(1);
		expect(outcome).toMatchObject({ cause: { code: "token_budget" }, owedAnswer: false });
		expect(outcome.turns[0]!.transcript.map(said)).toEqual([["Go."], ["3"]]);
		expect(events.some(({ type }) => type === "input")).toBe(false);
	});
});

describe("what a strategy adjusts", () => {
	test("holds from the next request to the end of its turn, and no longer", async () => {
		const options = new TurnOptions({ strategy: { decide: first({ kind: "proceed", adjustment: { model: "larger" } }) } });
		const { requests } = await play({
			replies: [calling("look"), calling("look"), saying("Done."), saying("Again.")],
			tools,
			prompts: [{ prompt: "Go.", options }, "Again?"],
		});
		expect(requests.map(({ adjustment }) => adjustment)).toEqual([{}, { model: "larger" }, { model: "larger" }, {}]);
	});

	test("adds to what was adjusted before; null takes the parameter out", async () => {
		const { requests } = await steered(
			first(
				{ kind: "proceed", adjustment: { model: "larger", reasoning: { effort: "high" } } },
				{ kind: "inject", text: "Think less.", adjustment: { reasoning: null } },
			),
			[calling("look"), saying("3"), saying("4")],
		);
		expect(requests.map(({ adjustment }) => adjustment)).toEqual([
			{},
			{ model: "larger", reasoning: { effort: "high" } },
			{ model: "larger", reasoning: null },
		]);
	});
});

describe("a strategy that stops", () => {
	test.each([
		["at an answer", saying("3"), "3", false],
		["at results", calling("look"), null, true],
	] as const)("%s ends the turn, which is no bound", async (_, given, finalText, owedAnswer) => {
		const { outcome, requests } = await steered(always({ kind: "stop" }), [given, saying("Never.")]);

		expect(requests).toHaveLength(1);
		expect(outcome.turns[0]).toMatchObject({ cause: { code: "strategy_stop" }, status: "stopped", finalText, owedAnswer });
	});

	test("goes before a bound that was reached in the same round", async () => {
		const { outcome } = await steered(always({ kind: "stop" }), [reply({ calls: [{ name: "look", args: {} }] })], {
			context: { budget: bounded({ rounds: 1 }) },
		});
		expect(outcome.cause.code).toBe("strategy_stop");
	});
});
