import { describe, expect, test } from "vitest";
import type { HookAnswer, Hooks } from "../../src/agent/hooks.ts";
import type { Model } from "../../src/agent/model.ts";
import type { OutboxRoute, StagedCall } from "../../src/agent/routes.ts";
import { CancellationToken } from "../../src/core/cancel.ts";
import { stillClock } from "../support/still-clock.ts";
import { bounded, calling, play, reader, type Script, saying, trip, usage, writer } from "./kernel.ts";

/** One call of `change`, and what became of it. */
async function changing(script: Script) {
	const { outcome, events } = await play({ replies: [calling("change"), saying("Done.")], tools: [writer("change")], ...script });
	const [call] = outcome.calls;
	return { call: call!, audit: [...outcome.turns[0]!.audits.values()][0]!, code: outcome.cause.code, events };
}

function hooks(preTool: Hooks["preTool"], postTool: Hooks["postTool"] = []): Script {
	return { context: { hooks: { preTool, postTool } } };
}

/** Throws before there is a promise to reject. */
function throwing(): never {
	throw new Error("out of order");
}

async function rejecting(): Promise<never> {
	throw new Error("out of order");
}

describe.each([
	["throws", throwing],
	["rejects", rejecting],
] as const)("one that %s", (_, broken) => {
	test("as approver has not approved", async () => {
		const { call, code } = await changing({ approver: broken });
		expect([call.settledBy, call.result, code]).toEqual(["approver", "Denied: out of order", "completed"]);
	});

	test("as hook before a call has denied it", async () => {
		const { call, code } = await changing(hooks([broken]));
		expect([call.settledBy, call.result, code]).toEqual(["hook", "Blocked by a hook: out of order", "completed"]);
	});

	test("as hook after a call is noted, and the call has run", async () => {
		const { call, events } = await changing(hooks([], [broken]));

		expect([call.settledBy, call.isError]).toEqual(["executed", false]);
		expect(events).toContainEqual({ type: "notice", turn: 1, round: 1, text: "a hook after change failed: out of order" });
	});

	test("as tool costs its call, and its siblings run", async () => {
		const { outcome } = await play({
			replies: [calling("look", "broken", "look"), saying("Done.")],
			tools: [reader("look"), reader("broken", broken)],
		});

		expect(outcome.calls.map(({ result }) => result)).toEqual(["done", "out of order", "done"]);
		expect(outcome.cause.code).toBe("completed");
	});

	test("as outbox has not kept the call, which is not run in its place", async () => {
		let ran = false;
		const change = writer("change", async () => {
			ran = true;
			return { content: "done", isError: false };
		});
		const { call } = await changing({ tools: [change], context: { outbox: { tools: new Set(["change"]), stage: broken } } });

		expect([call.settledBy, call.isError, call.result]).toEqual(["staged", true, "The draft could not be kept: out of order"]);
		expect(ran).toBe(false);
	});
});

describe("one that never answers", () => {
	/** Lets something happen once it has been asked. */
	const silent = (then: () => void) => () => {
		setImmediate(then);
		return new Promise<never>(() => {});
	};

	test.each(["approver", "hook"])("as %s is waited for until the run is cancelled", async (who) => {
		const cancel = new CancellationToken();
		const asked = silent(() => trip(cancel));
		const { call, code } = await changing(
			who === "hook" ? { context: { cancel, hooks: { preTool: [asked], postTool: [] } } } : { context: { cancel }, approver: asked },
		);
		expect([call.settledBy, call.result, code]).toEqual(["bound", "Not run: cancelled", "cancelled"]);
	});

	test("as approver is waited for no longer than the run may work", async () => {
		const still = stillClock();
		const approver = silent(() => still.advance(5_001));
		const { call, code } = await changing({ approver, context: { budget: bounded({ wallMs: 5_000 }) }, deps: { clock: still.clock } });
		expect([call.settledBy, call.result, code]).toEqual(["bound", "Not run: deadline", "deadline"]);
	});
});

describe("arguments that a hook puts in place of the model's", () => {
	const args = { path: "safe" };
	const transform = async (): Promise<HookAnswer> => ({ kind: "transform", args });

	test("are what the tool is run with, what the approver sees and what the audit digests", async () => {
		const seen: unknown[] = [];
		const noting = (given: unknown) => async () => {
			seen.push(given);
			return { content: "done", isError: false };
		};
		const change = { ...writer("change"), prepare: (given: unknown) => writer("change", noting(given)).prepare({}) };
		const approver = async (request: unknown) => {
			seen.push(request);
			return { allowed: true } as const;
		};
		const plain = await changing({});
		const { audit } = await changing({ ...hooks([transform]), tools: [change], approver });

		expect(seen).toEqual([{ name: "change", args, subject: null }, args]);
		expect(audit.argsSha256).not.toBe(plain.audit.argsSha256);
	});

	test("pass every gate again", async () => {
		const picky = {
			...writer("change"),
			prepare: (given: unknown) => (given === args ? ({ ok: false, problem: "path" } as const) : writer("change").prepare({})),
		};
		const { call } = await changing({ ...hooks([transform]), tools: [picky] });
		expect(call.settledBy).toBe("invalid");
	});

	test("are what is kept of a call that is staged", async () => {
		const kept: StagedCall[] = [];
		const outbox: OutboxRoute = { tools: new Set(["change"]), stage: async (staged) => void kept.push(staged) };
		const { call } = await changing({ context: { outbox, hooks: { preTool: [transform], postTool: [] } } });

		expect(kept).toEqual([{ name: "change", args, turn: 1, sequence: 1 }]);
		expect([call.settledBy, call.isError]).toEqual(["staged", false]);
	});
});

describe("audits", () => {
	test("are one for each call that was asked for, by run, turn and place: ids of calls recycle", async () => {
		const calls = ["look", "nowhere"].map((name) => ({ type: "tool-call", id: "toolu_1", name, args: {}, malformed: null }) as const);
		const model: Model = {
			call: async () => ({
				ok: true,
				message: { role: "assistant", content: calls },
				stop: { kind: "tool-use", raw: "tool_use" },
				usage: usage(1, 1),
			}),
		};
		const { outcome } = await play({
			tools: [reader("look")],
			context: { name: "median/2", budget: bounded({ rounds: 2 }) },
			deps: { model },
		});
		const audits = outcome.turns[0]!.audits;

		expect([...audits.keys()]).toEqual(["median/2/1/1", "median/2/1/2", "median/2/1/3", "median/2/1/4"]);
		expect([...audits.values()].map(({ id, decision, sideEffect, error }) => [id, decision, sideEffect, error === null])).toEqual([
			["toolu_1", "executed", "read-only", true],
			["toolu_1", "unknown", "unknown", false],
			["toolu_1", "executed", "read-only", true],
			["toolu_1", "unknown", "unknown", false],
		]);
	});

	test("of a second turn stand beside those of the first", async () => {
		const { outcome } = await play({
			replies: [calling("look"), saying("One."), calling("look"), saying("Two.")],
			tools: [reader("look")],
			prompts: ["One?", "Two?"],
		});
		expect(outcome.turns.flatMap(({ audits }) => [...audits.keys()])).toEqual(["run/1/1", "run/2/1"]);
	});
});
