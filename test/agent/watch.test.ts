import { describe, expect, test } from "vitest";
import { DEFAULT_GUARDS, type Guards } from "../../src/agent/guards.ts";
import { TurnOptions } from "../../src/agent/turn-options.ts";
import { CancellationToken } from "../../src/core/cancel.ts";
import { bounded, calling, play, reader, type Script, saying, trip, usage, writer } from "./kernel.ts";

const fails = reader("fail", async () => ({ content: "no", isError: true }));
const look = reader("look");

function guarded(guards: Partial<Guards>, script: Script) {
	return play({
		tools: [fails, look, writer("change")],
		...script,
		context: { ...script.context, guards: { ...DEFAULT_GUARDS, ...guards } },
	});
}

function times(count: number, ...names: readonly string[]) {
	return Array.from({ length: count }, () => calling(...names));
}

describe("a run is stuck", () => {
	const stuck = { window: 4, errorRate: 0.75 };

	test.each([
		["three of four failed", ["look", "fail", "fail", "fail"], "stuck"],
		["two of four failed", ["look", "look", "fail", "fail"], "completed"],
		["all of three failed: the window is not full", ["fail", "fail", "fail"], "completed"],
		["unknown tools are among them", ["look", "nowhere", "nowhere", "fail"], "stuck"],
		["denied calls are no failures", ["change", "change", "fail", "fail"], "completed"],
	])("or not, when %s", async (_, names, code) => {
		const { outcome } = await guarded(
			{ stuck },
			{
				replies: [...names.map((name) => calling(name)), saying("Done.")],
				approver: async () => ({ allowed: false, reason: "no" }),
			},
		);
		expect(outcome.cause.code).toBe(code);
	});

	test("on the tool that failed most, with the results of its last round committed", async () => {
		const { outcome } = await guarded({ stuck }, { replies: [calling("fail", "nowhere", "fail", "fail"), saying("Never.")] });

		expect(outcome.cause).toEqual({ code: "stuck", used: 4, limit: 4, tool: "fail" });
		expect(outcome.turns[0]!.transcript.at(-1)!.content).toHaveLength(4);
	});

	test("over its turns, whose window is one", async () => {
		const { outcome } = await guarded(
			{ stuck },
			{ replies: [...times(2, "fail"), saying("One."), ...times(2, "fail"), saying("Never.")], prompts: ["One?", "Two?"] },
		);
		expect([outcome.cause.code, outcome.turns.length]).toEqual(["stuck", 2]);
	});

	test("never, where that is switched off", async () => {
		expect((await guarded({ stuck: null }, { replies: [...times(30, "fail"), saying("Done.")] })).outcome.cause.code).toBe("completed");
	});
});

describe("denied calls", () => {
	const denials = { inARow: 3, total: 5 };
	const script: Script = { context: { withheld: new Set(["change"]) } };

	test("in a row end a run, after all results of their round", async () => {
		const { outcome } = await guarded(
			{ denials },
			{ ...script, replies: [calling("look", "change", "change", "change"), saying("Never.")] },
		);
		const broken = await guarded({ denials }, { ...script, replies: [...times(2, "change", "look", "change"), saying("Done.")] });

		expect(broken.outcome.cause.code).toBe("completed");
		expect(outcome.cause).toEqual({ code: "denial_limit", limit: 3, used: 3 });
		expect(outcome.calls).toHaveLength(4);
	});

	test("that others come between count in all", async () => {
		const { outcome } = await guarded({ denials }, { ...script, replies: [...times(9, "change", "look"), saying("Never.")] });
		expect([outcome.cause, outcome.rounds]).toEqual([{ code: "denial_limit", limit: 5, used: 5 }, 5]);
	});

	test("go before a bound of the next boundary", async () => {
		const { outcome } = await guarded(
			{ denials },
			{ replies: times(3, "change"), context: { withheld: new Set(["change"]), budget: bounded({ rounds: 3 }) } },
		);
		expect(outcome.cause.code).toBe("denial_limit");
	});

	test("give way to a cancellation of the same round", async () => {
		const cancel = new CancellationToken();
		const trips = reader("look", async () => {
			trip(cancel);
			return { content: "done", isError: false };
		});
		const { outcome } = await guarded(
			{ denials: { inARow: 1, total: 1 } },
			{ replies: [calling("change", "look")], tools: [trips, writer("change")], context: { cancel, withheld: new Set(["change"]) } },
		);
		expect(outcome.cause.code).toBe("cancelled");
	});

	test("are none where a bound refused", async () => {
		const { outcome } = await guarded(
			{ denials },
			{ replies: times(2, "change", "change", "change"), prompts: [{ prompt: "Go.", options: new TurnOptions().withToolBudget(2) }] },
		);
		expect(outcome.cause.code).toBe("tool_budget");
	});
});

describe("a call that is made again with the same result", () => {
	const big = (name: string) => ({ ...calling(name), usage: usage(100, 1) });
	const looping = (script: Script) =>
		guarded({}, { summaries: saying("Sum."), replies: [...Array.from({ length: 12 }, () => big("look")), saying("Done.")], ...script });

	test("is a loop once a summary has taken the details away, and not before", async () => {
		const { outcome } = await looping({ context: { compactAtTokens: 100 } });

		expect((await looping({})).outcome.cause.code).toBe("completed");
		expect(outcome).toMatchObject({ cause: { code: "loop", tool: "look" }, compactions: 1 });
	});

	test("is none where the result is another, nor within one round", async () => {
		let seen = 0;
		const varying = reader("look", async () => ({ content: `${++seen}`, isError: false }));
		const twice = { ...calling("same", "same"), usage: usage(100, 1) };
		const varied = await looping({ tools: [varying], context: { compactAtTokens: 100 } });
		const once = await looping({
			tools: [varying, reader("same")],
			context: { compactAtTokens: 100 },
			replies: [...Array.from({ length: 5 }, () => big("look")), twice, saying("Done.")],
		});

		expect([varied.outcome.cause.code, once.outcome.cause.code]).toEqual(["completed", "completed"]);
		expect(once.outcome.compactions).toBeGreaterThan(0);
	});
});
