import { describe, expect, test } from "vitest";
import type { Tool } from "../../src/agent/tool.ts";
import { TurnOptions } from "../../src/agent/turn-options.ts";
import type { Clock } from "../../src/core/clock.ts";
import { EPOCH_MS, type StillClock, stillClock } from "../support/still-clock.ts";
import { bounded, calling, failing, hanging, inTurn, play, reader, said, saying } from "./kernel.ts";

function taking(ms: number, still: StillClock): Tool {
	return reader("work", async () => {
		still.advance(ms);
		return { content: "worked", isError: false };
	});
}

/** One call that takes so long, then an answer, if it comes to it. */
function working(ms: number, options: TurnOptions, still = stillClock()) {
	return play({
		replies: [calling("work"), saying("Done.")],
		tools: [taking(ms, still)],
		deps: { clock: still.clock },
		prompts: [{ prompt: "Go.", options }],
	});
}

describe("a deadline", () => {
	test.each([
		[999, "completed"],
		[1_000, "deadline"],
		[1_001, "deadline"],
	])("of 1000 ms after %d ms of work: %s", async (ms, code) => {
		expect((await working(ms, new TurnOptions().withDeadline(1_000))).outcome.cause.code).toBe(code);
	});

	test("that is missing never comes, one of 0 before the first request", async () => {
		const never = await working(1e12, new TurnOptions());
		const atOnce = await working(0, new TurnOptions().withDeadline(0));

		expect(never.outcome.cause.code).toBe("completed");
		expect(atOnce.outcome.cause).toMatchObject({ code: "deadline", limit: 0 });
		expect(atOnce.requests).toEqual([]);
	});

	test("counts from the turn's start: options that wait in a queue do not age", async () => {
		const still = stillClock();
		const options = new TurnOptions().withDeadline(1_000);
		still.advance(60_000);

		expect((await working(999, options, still)).outcome.cause.code).toBe("completed");
	});

	test("by the wall clock ages with its options, and one that has passed asks nobody", async () => {
		const still = stillClock();
		const options = new TurnOptions().withAbsoluteDeadline(EPOCH_MS + 1_000);
		expect((await working(999, options, still)).outcome.cause.code).toBe("completed");
		still.advance(1);

		const late = await working(0, options, still);
		expect(late.outcome.cause).toEqual({ code: "deadline", limit: 0, used: 0 });
		expect(late.requests).toEqual([]);
	});

	test("by the wall clock is told from the turn's start, not in instants of a monotonic clock", async () => {
		const still = stillClock();
		still.advance(60_000);
		const given = await working(1_500, new TurnOptions().withAbsoluteDeadline(EPOCH_MS + 61_000), still);
		const past = await working(0, new TurnOptions().withAbsoluteDeadline(EPOCH_MS + 60_500), still);

		expect(given.outcome.cause).toEqual({ code: "deadline", limit: 1_000, used: 1_500 });
		expect(past.outcome.cause).toEqual({ code: "deadline", limit: -1_000, used: 0 });
	});

	test("is not moved by a wall clock that is put back, and time never runs backwards", async () => {
		const still = stillClock();
		let epochMs = EPOCH_MS;
		const clock: Clock = { ...still.clock, epochMs: () => epochMs };
		const work = reader("work", async () => {
			epochMs -= 3_600_000;
			still.advance(500);
			return { content: "worked", isError: false };
		});
		const script = { replies: [calling("work"), calling("work"), saying("Never.")], tools: [work], deps: { clock } };
		const options = new TurnOptions().withAbsoluteDeadline(EPOCH_MS + 1_000);
		const { outcome } = await play({ ...script, prompts: [{ prompt: "Go.", options }] });

		expect(outcome.cause.code).toBe("deadline");
		expect([...outcome.turns[0]!.audits.values()].map(({ startedMs, finishedMs }) => finishedMs - startedMs)).toEqual([500, 500]);
	});

	test("cuts a request that hangs, and keeps what had arrived", async () => {
		const still = stillClock();
		const { outcome } = await play({
			deps: { clock: still.clock, model: alarmed(still, 5_001, "So far") },
			prompts: [{ prompt: "Go.", options: new TurnOptions().withDeadline(5_000) }],
		});

		expect(outcome.cause).toMatchObject({ code: "deadline", limit: 5_000 });
		expect(outcome.turns[0]).toMatchObject({ finalText: "So far", conversation: "committed", usage: { complete: false } });
		expect(outcome.turns[0]!.transcript.map(said)).toEqual([["Go."], ["So far"]]);
	});

	test("reaches a tool that hangs", async () => {
		const still = stillClock();
		const hangs = reader("hang", async (signal) => {
			still.advance(5_001);
			return { content: String(signal.aborted), isError: true };
		});
		const { outcome } = await play({
			replies: [calling("hang"), saying("Never.")],
			tools: [hangs],
			context: { budget: bounded({ wallMs: 5_000 }) },
			deps: { clock: still.clock },
		});

		expect(outcome.cause.code).toBe("deadline");
		expect(outcome.calls.map(({ result }) => result)).toEqual(["true"]);
	});

	test("of the run spans its turns, one of a turn does not", async () => {
		const still = stillClock();
		const script = {
			replies: [calling("work"), saying("One."), calling("work"), saying("Two.")],
			tools: [taking(600, still)],
			deps: { clock: still.clock },
		};
		const options = new TurnOptions().withDeadline(1_000);
		const run = await play({ ...script, context: { budget: bounded({ wallMs: 1_000 }) }, prompts: ["One?", "Two?"] });
		const turns = await play({ ...script, prompts: ["One?", "Two?"].map((prompt) => ({ prompt, options })) });

		expect([run.outcome.cause.code, run.outcome.turns.length]).toEqual(["deadline", 2]);
		expect(turns.outcome.cause.code).toBe("completed");
	});
});

describe("elapsed time", () => {
	test("counts sleeps, which working time leaves out, and ends them", async () => {
		const { outcome, slept } = await play({
			replies: [failing("overloaded", 7_000), saying("Never.")],
			context: { budget: bounded({ elapsedMs: 3_000, wallMs: 1_000 }) },
		});

		expect(outcome.cause).toMatchObject({ code: "provider_error", alsoTrue: ["elapsed"] });
		expect([slept, outcome.idleMs]).toEqual([[7_000], 3_001]);
	});
});

/** Lets time pass while its request hangs. */
function alarmed(still: StillClock, ms: number, partial: string) {
	const model = inTurn(hanging(partial));
	return {
		call: (...request: Parameters<typeof model.call>) => {
			const answer = model.call(...request);
			still.advance(ms);
			return answer;
		},
	};
}
