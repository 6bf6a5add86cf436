import fc from "fast-check";
import { expect, test } from "vitest";
import type { ModelReply } from "../../src/agent/model.ts";
import type { JsonObject } from "../../src/core/json.ts";
import { callsOf, textOf } from "../../src/core/message.ts";
import { type Answer, type Block, message, text, thinking, toolUse, toolUsePieces, wholeBlock } from "../support/messages-server/answer.ts";
import { startMessagesServer } from "../support/messages-server/server.ts";
import { failureOf, liveModel, replied, request } from "./given.ts";

async function plainly(answer: Answer): Promise<ModelReply> {
	await using server = await startMessagesServer([answer]);
	return await liveModel(server).call(request({ stream: false }), null);
}

function document(body: unknown, type = "application/json"): Answer {
	return { kind: "status", status: 200, headers: { "content-type": type }, body: JSON.stringify(body) };
}

test("a plain request says so and reads one document", async () => {
	await using server = await startMessagesServer([message([text("Hel", "lo"), toolUse("t", { a: 1 }, "t1")])]);

	const reply = replied(await liveModel(server).call(request({ stream: false }), null));

	expect(server.requests.map(({ body }) => body.stream)).toEqual([false]);
	expect(reply).toEqual({
		ok: true,
		message: {
			role: "assistant",
			content: [
				{ type: "text", text: "Hello" },
				{ type: "tool-call", id: "t1", name: "t", args: { a: 1 }, malformed: null },
			],
		},
		stop: { kind: "tool-use", raw: "tool_use" },
		usage: { input: 10, output: 5, cacheRead: 0, cacheWrite: 0, complete: true },
	});
});

test("a large max_tokens needs no stream", async () => {
	await using server = await startMessagesServer([message([text("ok")])]);

	replied(await liveModel(server, { params: { max_tokens: 128_000 } }).call(request({ stream: false }), null));

	expect(server.requests[0]!.body.max_tokens).toBe(128_000);
});

const words = fc.string({ unit: "grapheme" });
const args = fc.dictionary(words, fc.jsonValue()).map((value): JsonObject => JSON.parse(JSON.stringify(value)));
const block: fc.Arbitrary<Block> = fc.oneof(
	fc.array(words, { maxLength: 3 }).map((pieces) => text(...pieces)),
	fc.tuple(words, args, words).map(([name, input, id]) => toolUse(name, input, id)),
	fc.array(words, { maxLength: 3 }).map((pieces) => toolUsePieces("t", pieces)),
	fc.constantFrom('{"path": "a', "[1, 2]", '"text"', "null", "7", " ").map((raw) => toolUsePieces("t", [raw])),
	fc.tuple(words, words).map(([reasoning, signature]) => thinking(reasoning, signature)),
	args.map((payload) => wholeBlock({ type: "future_block", payload })),
	words.map((data) => wholeBlock({ type: "redacted_thinking", data })),
);
const count = fc.nat(1_000_000);
const usage = fc.record({
	input_tokens: count,
	output_tokens: count,
	cache_read_input_tokens: fc.option(count),
	cache_creation_input_tokens: fc.option(count),
});
const stop = fc.constantFrom("end_turn", "tool_use", "max_tokens", "refusal", "pause_turn", "model_context_window_exceeded", "new");

test("a message is the same reply, streamed or plain", async () => {
	let answer = message([]);
	await using server = await startMessagesServer(() => answer);
	const model = liveModel(server);

	await fc.assert(
		fc.asyncProperty(fc.array(block, { maxLength: 5 }), fc.record({ stop, usage, pings: fc.nat(2) }), async (blocks, options) => {
			answer = message(blocks, options);
			const streamed = replied(await model.call(request(), null));
			expect(await model.call(request({ stream: false }), null)).toEqual(streamed);
			expect(streamed.usage).toMatchObject({ input: options.usage.input_tokens, output: options.usage.output_tokens, complete: true });
		}),
		{ numRuns: 80 },
	);
});

test.each([
	["an object as text", '{"a":1}', { a: 1 }, null],
	["half an object", '{"a', {}, '{"a'],
	["a list", [1, 2], {}, "[1,2]"],
	["nothing", null, {}, null],
])("arguments that a document holds as $0", async (_, input, expected, malformed) => {
	const body = { content: [{ type: "tool_use", id: "t1", name: "t", input }], stop_reason: "tool_use", usage: {} };

	expect(callsOf(replied(await plainly(document(body))).message)).toMatchObject([{ args: expected, malformed }]);
});

test("a document whose type says nothing of JSON is read all the same", async () => {
	const body = { content: [{ type: "text", text: "ok" }], stop_reason: "end_turn", usage: { input_tokens: 1, output_tokens: 1 } };

	expect(textOf(replied(await plainly(document(body, "text/plain"))).message)).toBe("ok");
});

test("a message that reports no figures is one whose usage is not complete", async () => {
	expect(replied(await plainly(document({ content: [] }))).usage).toEqual({
		input: 0,
		output: 0,
		cacheRead: 0,
		cacheWrite: 0,
		complete: false,
	});
});

test.each([[[]], [{}], ["text"], [null], [{ content: "text" }], [{ content: ["text"] }]])("%j is no message", async (body) => {
	expect(failureOf(await plainly(document(body)))).toMatchObject({ kind: "unreadable", partial: "", usage: null });
});

test("an empty answer is no message", async () => {
	for (const headers of [{ "content-type": "application/json", "content-length": "0" }, {}])
		expect(failureOf(await plainly({ kind: "status", status: 200, headers, body: "" })).kind).toBe("unreadable");
});
