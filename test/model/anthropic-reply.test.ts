import fc from "fast-check";
import { expect, test } from "vitest";
import type { JsonObject } from "../../src/core/json.ts";
import { callsOf, textOf } from "../../src/core/message.ts";
import { type Answer, message, text, thinking, toolUse, toolUsePieces, wholeBlock } from "../support/messages-server/answer.ts";
import { startMessagesServer } from "../support/messages-server/server.ts";
import { liveModel, replied, request } from "./given.ts";

async function answered(answer: Answer): Promise<ReturnType<typeof replied>> {
	await using server = await startMessagesServer([answer]);
	return replied(await liveModel(server).call(request(), null));
}

async function argumentsOf(...pieces: readonly string[]): Promise<{ readonly args: unknown; readonly malformed: string | null }> {
	const reply = await answered(message([toolUsePieces("fs_write", pieces)]));
	const [{ args, malformed }] = callsOf(reply.message) as [ReturnType<typeof callsOf>[number]];
	return { args, malformed };
}

test("streamed text comes together, block by block", async () => {
	const reply = await answered(message([text("Hel", "lo, ", "wörld"), text("Second.")]));

	expect(reply.message).toEqual({
		role: "assistant",
		content: [
			{ type: "text", text: "Hello, wörld" },
			{ type: "text", text: "Second." },
		],
	});
	expect(reply.stop).toEqual({ kind: "end", raw: "end_turn" });
});

test("a surrogate pair that the stream cuts in two is one character again", async () => {
	expect(textOf((await answered(message([text("a\ud83d", "\ude00b")]))).message)).toBe("a😀b");
});

test("calls keep their order, ids and names beside text", async () => {
	const reply = await answered(message([text("Both."), toolUse("fs_read", { path: "a" }, "t1"), toolUse("fs_read", { path: "b" }, "t2")]));

	expect(reply.stop).toEqual({ kind: "tool-use", raw: "tool_use" });
	expect(callsOf(reply.message)).toEqual([
		{ type: "tool-call", id: "t1", name: "fs_read", args: { path: "a" }, malformed: null },
		{ type: "tool-call", id: "t2", name: "fs_read", args: { path: "b" }, malformed: null },
	]);
});

test("arguments that were streamed as nothing are the empty object", async () => {
	expect(await argumentsOf()).toEqual({ args: {}, malformed: null });
	expect(await argumentsOf("")).toEqual({ args: {}, malformed: null });
});

test.each([
	["cut off", '{"path": "a'],
	["a list", "[1, 2]"],
	["a text", '"text"'],
	["null", "null"],
	["a number out of range", '{"n": 1e999}'],
	["nested without end", `{"n": ${"[".repeat(20_000)}${"]".repeat(20_000)}}`],
])("arguments that are no JSON object cost the call, not the reply: $0", async (_, raw) => {
	expect(await argumentsOf(raw)).toEqual({ args: {}, malformed: raw });
});

test("half a surrogate pair in arguments becomes text that can be recorded", async () => {
	expect(await argumentsOf('{"text":"a\\ud83d"}')).toEqual({ args: { text: "a\ufffd" }, malformed: null });
});

test("however arguments are cut into pieces, they are the same", async () => {
	await using server = await startMessagesServer(({ body }) => message([toolUsePieces("t", piecesIn(body))]));
	const model = liveModel(server);
	const args = fc.dictionary(fc.string({ unit: "grapheme" }), fc.jsonValue()).map((value): JsonObject => JSON.parse(JSON.stringify(value)));
	await fc.assert(
		fc.asyncProperty(args, fc.array(fc.nat(200), { maxLength: 6 }), async (value, cuts) => {
			const pieces = cutAt(JSON.stringify(value), cuts);
			const reply = replied(await model.call(request({ system: JSON.stringify(pieces) }), null));
			expect(callsOf(reply.message)).toEqual([{ type: "tool-call", id: "toolu_01", name: "t", args: value, malformed: null }]);
		}),
		{ numRuns: 60 },
	);
});

/** The property hands its pieces to the server as the system prompt. */
function piecesIn(body: JsonObject): readonly string[] {
	return typeof body.system === "string" ? JSON.parse(body.system) : [];
}

function cutAt(whole: string, cuts: readonly number[]): readonly string[] {
	const places = [0, ...cuts.map((cut) => Math.min(cut, whole.length)).toSorted((a, b) => a - b), whole.length];
	return places.slice(1).map((end, at) => whole.slice(places[at], end));
}

test("usage is what was reported at the end, cache apart, null as 0", async () => {
	const reply = await answered(
		message([text("ok")], {
			usage: { input_tokens: 12, cache_read_input_tokens: 300, cache_creation_input_tokens: null, output_tokens: 44 },
		}),
	);

	expect(reply.usage).toEqual({ input: 12, output: 44, cacheRead: 300, cacheWrite: 0, complete: true });
});

test.each([
	["end_turn", "end"],
	["stop_sequence", "end"],
	["tool_use", "tool-use"],
	["max_tokens", "max-tokens"],
	["refusal", "refusal"],
	["pause_turn", "pause"],
	["model_context_window_exceeded", "context-window"],
	["something_new", "other"],
])("the stop reason %s is %s", async (raw, kind) => {
	expect((await answered(message([text("ok")], { stop: raw }))).stop).toEqual({ kind, raw });
});

test("what only the provider understands goes back as it came", async () => {
	const future = { type: "future_block", payload: { deep: [1, "two"] } };
	await using server = await startMessagesServer([
		message([
			thinking("First the list.", "c2ln"),
			wholeBlock({ type: "redacted_thinking", data: "AAAA" }),
			wholeBlock(future),
			text("Done."),
		]),
		message([text("ok")]),
	]);
	const model = liveModel(server);

	const first = replied(await model.call(request(), null));
	await model.call(request({ messages: [...request().messages, first.message] }), null);

	const [, second] = server.requests;
	const messages = Array.isArray(second!.body.messages) ? second!.body.messages : [];
	expect(messages[1]).toEqual({
		role: "assistant",
		content: [
			{ type: "thinking", thinking: "First the list.", signature: "c2ln" },
			{ type: "redacted_thinking", data: "AAAA" },
			future,
			{ type: "text", text: "Done." },
		],
	});
});

test("an empty reply is one without content", async () => {
	const reply = await answered(message([text("")], { stop: "refusal" }));

	expect(reply.message.content).toEqual([]);
	expect(reply.stop.kind).toBe("refusal");
});

test("pings are no part of a reply", async () => {
	expect(textOf((await answered(message([text("ok")], { pings: 5 }))).message)).toBe("ok");
});
