import { describe, expect, test } from "vitest";
import type { InputSource } from "../../src/agent/event.ts";
import { InputQueue, scriptedInput } from "../../src/agent/queued-input.ts";
import type { Mail } from "../../src/agent/routes.ts";
import { asked, bounded, calling, type Played, play, queueOf, reader, saying, usage } from "./kernel.ts";

const look = reader("look");

/** A tool that pushes these while it runs. */
function pushing(queue: InputQueue, ...texts: readonly string[]) {
	return reader("push", async () => {
		for (const text of texts) queue.push(text);
		return { content: "done", isError: false };
	});
}

function inputs({ events }: Played): readonly (readonly [InputSource, string])[] {
	return events.flatMap((event) => (event.type === "input" ? [[event.from, event.text] as const] : []));
}

function undelivered({ events }: Played): readonly string[] {
	return events.flatMap((event) => (event.type === "undelivered" ? event.texts : []));
}

describe("a steer", () => {
	test("that is pushed while a tool runs enters beside its result, once and in order; blank ones are dropped", async () => {
		const queuedInput = new InputQueue();
		const played = await play({
			replies: [calling("push"), calling("look"), saying("Done.")],
			tools: [look, pushing(queuedInput, "First.", " \n", "", "Second.")],
			context: { queuedInput },
		});

		expect(asked(played.requests[1])).toEqual([["Go."], ["push()"], ["=done", "First.", "Second."]]);
		expect(
			asked(played.requests[2])
				.flat()
				.filter((text) => text === "First."),
		).toHaveLength(1);
		expect(inputs(played)).toEqual([
			["queue", "First."],
			["queue", "Second."],
		]);
	});

	test("that waits before the first round enters with the prompt", async () => {
		const { requests } = await play({ replies: [saying("Done.")], context: { queuedInput: queueOf("Be brief.") } });
		expect(asked(requests[0])).toEqual([["Go.", "Be brief."]]);
	});

	test("where a bound is about to end the run stays queued and is told of", async () => {
		const queuedInput = new InputQueue();
		const played = await play({
			replies: [calling("push"), saying("Never.")],
			tools: [pushing(queuedInput, "Too late.")],
			context: { queuedInput, budget: bounded({ rounds: 1 }) },
		});

		expect(played.outcome.cause.code).toBe("max_rounds");
		expect([inputs(played), undelivered(played), queuedInput.waiting()]).toEqual([[], ["Too late."], ["Too late."]]);
	});

	test("where the conversation is too long to be sent stays queued", async () => {
		const queuedInput = queueOf("Too late.");
		const played = await play({ context: { queuedInput, budget: bounded({ transcriptChars: 2 }) } });

		expect(played.outcome.cause.code).toBe("transcript_limit");
		expect([inputs(played), undelivered(played)]).toEqual([[], ["Too late."]]);
	});

	test("that comes with a last answer waits for the next prompt", async () => {
		const queuedInput = new InputQueue();
		const model = answering(() => queuedInput.push("Only the median."));
		const { requests } = await play({ context: { queuedInput }, deps: { model }, prompts: ["One.", "Two."] });
		expect(asked(requests[1])).toEqual([["One."], ["Done."], ["Two.", "Only the median."]]);
	});

	test("is not put between a reply that paused and what follows it", async () => {
		const queuedInput = scriptedInput([{ round: 2, text: "Mind the gap." }]);
		const { requests, outcome } = await play({
			replies: [saying("Searching", { stop: "pause" }), calling("look"), saying("Done.")],
			tools: [look],
			context: { queuedInput },
		});

		expect(asked(requests[1])).toEqual([["Go."], ["Searching"]]);
		expect(asked(requests[2])).toEqual([["Go."], ["Searching", "look()"], ["=done", "Mind the gap."]]);
		expect(outcome.cause.code).toBe("completed");
	});

	test("by round enters with that round, over all turns", async () => {
		const queuedInput = scriptedInput([
			{ round: 3, text: "Third." },
			{ round: 2, text: "Second." },
			{ round: 9, text: "Ninth." },
		]);
		const played = await play({
			replies: [calling("look"), saying("Done."), saying("Done.")],
			tools: [look],
			context: { queuedInput },
			prompts: ["One.", "Two."],
		});

		expect(asked(played.requests[1]).at(-1)).toEqual(["=done", "Second."]);
		expect(asked(played.requests[2]).at(-1)).toEqual(["Two.", "Third."]);
		expect(undelivered(played)).toEqual(["Ninth."]);
	});

	test("beside a result that was cut to fit is among the turn's own messages, which hold the result whole", async () => {
		const queuedInput = scriptedInput([{ round: 2, text: "Steered." }]);
		const long = "x".repeat(500);
		const { outcome, requests } = await play({
			replies: [calling("long"), saying("Done.")],
			tools: [reader("long", async () => ({ content: long, isError: false }))],
			context: { queuedInput, budget: bounded({ transcriptChars: 300 }) },
		});

		expect(asked(requests[1]).at(-1)).toEqual([expect.stringMatching(/^=\[this result is too long/), "Steered."]);
		expect(outcome.turns[0]!.newMessages[2]!.content).toMatchObject([{ content: long }, { text: "Steered." }]);
	});
});

describe("a follow-up", () => {
	test("is said after an answer, and not before", async () => {
		const queuedInput = new InputQueue();
		queuedInput.push("And the mean?", "follow-up");
		queuedInput.push("And the mode?", "follow-up");
		const { requests, outcome } = await play({
			replies: [calling("look"), saying("3"), saying("4"), saying("5")],
			tools: [look],
			context: { queuedInput },
		});

		expect(asked(requests[3])).toEqual([["Go."], ["look()"], ["=done"], ["3"], ["And the mean?"], ["4"], ["And the mode?"]]);
		expect(outcome.turns[0]).toMatchObject({ finalText: "5", cause: { code: "completed" } });
	});

	test("on the last permitted round leaves the answer what it is, and stays queued", async () => {
		const queuedInput = new InputQueue();
		queuedInput.push("And the mean?", "follow-up");
		const played = await play({ replies: [saying("3")], context: { queuedInput, budget: bounded({ rounds: 1 }) } });

		expect(played.outcome).toMatchObject({ cause: { code: "completed" }, owedAnswer: false });
		expect([played.outcome.turns[0]!.finalText, undelivered(played)]).toEqual(["3", ["And the mean?"]]);
	});

	test("stays queued where a summary takes what its request was to cost", async () => {
		const queuedInput = new InputQueue();
		queuedInput.push("And the mean?", "follow-up");
		const played = await play({
			replies: [...Array.from({ length: 4 }, () => calling("look")), saying("3", { usage: usage(100, 1) })],
			tools: [look],
			summaries: saying("Sum.", { usage: usage(500, 1) }),
			context: { queuedInput, compactAtTokens: 100, budget: bounded({ tokens: 600 }) },
		});

		expect(played.outcome).toMatchObject({ cause: { code: "token_budget" }, compactions: 1, owedAnswer: false });
		expect([inputs(played), undelivered(played)]).toEqual([[], ["And the mean?"]]);
	});
});

describe("mail", () => {
	const mail: readonly Mail[] = [{ from: "reviewer", text: "Looks good." }];

	test("enters with the results of the round before, with its sender", async () => {
		const claimed: number[] = [];
		const claim = (round: number): readonly Mail[] => {
			claimed.push(round);
			return round === 2 ? mail : [];
		};
		const { requests } = await play({
			replies: [calling("look"), saying("Done.")],
			tools: [look],
			context: { mailbox: { deliver: true, claim } },
		});

		expect(asked(requests[1]).at(-1)).toEqual(["=done", "[message from reviewer]\nLooks good."]);
		expect(claimed).toEqual([1, 2]);
	});

	test.each([
		["is not delivered", { deliver: false }, {}],
		["is not asked for by a run that ends", { deliver: true }, { budget: bounded({ rounds: 0 }) }],
	])("stays where it is where it %s", async (_, route, context) => {
		let claims = 0;
		const claim = (): readonly Mail[] => {
			claims += 1;
			return mail;
		};
		await play({ replies: [saying("Done.")], context: { ...context, mailbox: { ...route, claim } } });
		expect(claims).toBe(0);
	});
});

function answering(before: () => void) {
	return {
		call: async () => {
			before();
			const message = { role: "assistant", content: [{ type: "text", text: "Done." }] } as const;
			return { ok: true, message, stop: { kind: "end", raw: "end_turn" }, usage: usage(1, 1) } as const;
		},
	};
}
