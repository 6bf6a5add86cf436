import { expect, test } from "vitest";
import type { ModelReply, RequestPurpose } from "../../src/agent/model.ts";
import type { Clock } from "../../src/core/clock.ts";
import { textOf } from "../../src/core/message.ts";
import { systemClock } from "../../src/core/system-clock.ts";
import { nopModel } from "../../src/model/nop.ts";
import { oracleModel } from "../../src/model/oracle.ts";
import { type ScriptReply, scriptedModel } from "../../src/model/scripted.ts";
import { failureOf, replied, request } from "./given.ts";

const clock = systemClock;

function says(text: string, fields: Partial<ScriptReply> = {}): ScriptReply {
	return { text, calls: [], usage: null, stop: null, delayMs: 0, failure: null, ...fields };
}

const CALLS = [
	{ name: "fs_read", args: { path: "a" } },
	{ name: "fs_write", args: {}, malformed: '{"path' },
];

test("a script is played in order, its calls numbered through", async () => {
	const model = scriptedModel([says("", { calls: CALLS }), says("More.", { calls: CALLS.slice(0, 1) }), says("Done.")], { clock });

	const replies = [];
	for (let round = 0; round < 3; round += 1) replies.push(replied(await model.call(request(), null)));

	expect(replies.map(({ message, stop }) => [message.content, stop])).toEqual([
		[
			[
				{ type: "tool-call", id: "call_1", name: "fs_read", args: { path: "a" }, malformed: null },
				{ type: "tool-call", id: "call_2", name: "fs_write", args: {}, malformed: '{"path' },
			],
			{ kind: "tool-use", raw: "tool-use" },
		],
		[
			[
				{ type: "text", text: "More." },
				{ type: "tool-call", id: "call_3", name: "fs_read", args: { path: "a" }, malformed: null },
			],
			{ kind: "tool-use", raw: "tool-use" },
		],
		[[{ type: "text", text: "Done." }], { kind: "end", raw: "end" }],
	]);
});

test("the same script gives the same replies", async () => {
	const play = async (): Promise<readonly ModelReply[]> => {
		const model = scriptedModel([says("", { calls: CALLS }), says("Done.")], { clock });
		return [await model.call(request(), null), await model.call(request(), null)];
	};

	expect(await play()).toEqual(await play());
});

test("a script that has run out refuses, and says which reply is missing", async () => {
	const model = scriptedModel([says("Done.")], { clock });
	await model.call(request(), null);

	for (let more = 0; more < 2; more += 1) {
		expect(failureOf(await model.call(request(), null))).toEqual({
			kind: "rejected",
			message: "the script has no reply 2",
			retryAfterMs: null,
			partial: "",
			usage: null,
		});
	}
});

test("a summary takes nothing of the script and is always the same", async () => {
	const model = scriptedModel([says("Done.")], { clock });

	const summary = replied(await model.call(request({ purpose: "summary" }), null));

	expect(summary.message.content).toEqual([{ type: "text", text: "Summary of the work so far." }]);
	expect(replied(await model.call(request(), null)).message.content).toEqual([{ type: "text", text: "Done." }]);
});

test("a final answer is the next reply of the script, whatever it is", async () => {
	const failure = { kind: "unreadable", message: "no JSON", retryAfterMs: null } as const;
	const model = scriptedModel([says("I read.", { calls: CALLS }), says("Hal", { failure }), says("Done.")], { clock });
	const final = request({ purpose: "final" });

	expect(replied(await model.call(final, null)).message.content).toHaveLength(3);
	expect(failureOf(await model.call(final, null))).toEqual({ ...failure, partial: "Hal", usage: null });
	expect(replied(await model.call(final, null)).message.content).toEqual([{ type: "text", text: "Done." }]);
	expect(failureOf(await model.call(final, null)).message).toBe("the script has no reply 4");
});

test("given figures, stop and failure are played as given", async () => {
	const usage = { input: 1, output: 2, cacheRead: 3, cacheWrite: 4, complete: true };
	const failure = { kind: "overloaded", message: "busy", retryAfterMs: 40 } as const;
	const model = scriptedModel(
		[says("Cut", { usage, stop: "max-tokens" }), says("Hal", { usage: { ...usage, complete: false }, failure })],
		{
			clock,
		},
	);

	expect(replied(await model.call(request(), null))).toMatchObject({ usage, stop: { kind: "max-tokens" } });
	expect(failureOf(await model.call(request(), null))).toEqual({ ...failure, partial: "Hal", usage: { ...usage, complete: false } });
});

test("a delay is slept on the clock, with the signal", async () => {
	const slept: [number, AbortSignal | null][] = [];
	const sleep: Clock["sleep"] = async (...asked) => void slept.push(asked);
	const model = scriptedModel([says("Late.", { delayMs: 250 }), says("At once.")], { clock: { ...systemClock, sleep } });
	const { signal } = new AbortController();

	await model.call(request(), signal);
	await model.call(request(), signal);

	expect(slept).toEqual([[250, signal]]);
});

test("a delay that is cancelled is a cancelled request", async () => {
	const cancel = new AbortController();
	const model = scriptedModel([says("Late.", { delayMs: 3_600_000 })], { clock });

	const reply = model.call(request(), cancel.signal);
	cancel.abort();

	expect(failureOf(await reply).kind).toBe("cancelled");
});

test.each([
	["scripted", () => scriptedModel([says("Done.")], { clock })],
	["nop", nopModel],
	["oracle", () => oracleModel([], clock)],
] as const)("a signal that has fired cancels: %s", async (_, model) => {
	expect(failureOf(await model().call(request(), AbortSignal.abort())).kind).toBe("cancelled");
});

test("the nop arm says that it did nothing, as often as it is asked", async () => {
	const model = nopModel();

	for (let round = 0; round < 2; round += 1) {
		const reply = replied(await model.call(request(), null));
		expect(reply.message.content).toEqual([{ type: "text", text: "Nop." }]);
		expect(reply.stop.kind).toBe("end");
	}
	expect(replied(await model.call(request({ purpose: "summary" }), null)).message.content).toEqual([
		{ type: "text", text: "Summary of the work so far." },
	]);
	expect(replied(await model.call(request({ purpose: "final" }), null)).message.content).toEqual([{ type: "text", text: "Nop." }]);
});

test("the oracle plays the steps of a case", async () => {
	const model = oracleModel(
		[
			{ calls: [{ tool: "fs_write", args: { path: "a", content: "1" } }], say: null },
			{ calls: [], say: "Done." },
		],
		clock,
	);

	expect(replied(await model.call(request(), null)).message.content).toEqual([
		{ type: "tool-call", id: "call_1", name: "fs_write", args: { path: "a", content: "1" }, malformed: null },
	]);
	expect(replied(await model.call(request(), null)).message.content).toEqual([{ type: "text", text: "Done." }]);
});

test("a final answer of the oracle is its next step, where that only says something", async () => {
	const write = { calls: [{ tool: "fs_write", args: { path: "a", content: "1" } }], say: "I write." };
	const model = oracleModel([write, { calls: [], say: "Done." }], clock);
	const said = async (purpose: RequestPurpose): Promise<string> => textOf(replied(await model.call(request({ purpose }), null)).message);

	expect(await said("final")).toBe("No further answer.");
	expect(await said("round")).toBe("I write.");
	expect(await said("final")).toBe("Done.");
	expect(await said("final")).toBe("No further answer.");
});
