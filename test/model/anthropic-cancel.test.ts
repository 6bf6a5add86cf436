import { getEventListeners } from "node:events";
import { expect, test } from "vitest";
import { cut, message, text, thinking, toolUsePieces } from "../support/messages-server/answer.ts";
import { startMessagesServer } from "../support/messages-server/server.ts";
import { failureOf, liveModel, onSecondWait, replied, request } from "./given.ts";

test("cancelling in mid-stream keeps the text and the figures that had arrived", async () => {
	const hello = message([text("Hel", "lo, wörld")], { usage: { input_tokens: 40, cache_creation_input_tokens: 9 } });
	await using server = await startMessagesServer([cut(hello, 4, "stall")]);
	const cancel = new AbortController();

	const reply = await liveModel(server, { clock: onSecondWait(() => cancel.abort()) }).call(request(), cancel.signal);

	expect(failureOf(reply)).toEqual({
		kind: "cancelled",
		message: "cancelled",
		retryAfterMs: null,
		partial: "Hello, wörld",
		usage: { input: 40, output: 4, cacheRead: 0, cacheWrite: 9, complete: false },
	});
});

test("what a cancelled reply cost is its prompt and an estimate of all that had arrived, not only of its text", async () => {
	const blocks = [thinking("Hmm, so.", "c2ln"), text("Hello."), toolUsePieces("t", ['{"path": "a', '"}'])];
	const answer = message(blocks, { usage: { input_tokens: 40, cache_read_input_tokens: 300, output_tokens: 900 } });
	await using server = await startMessagesServer([cut(answer, 17, "stall")]);
	const cancel = new AbortController();

	const reply = await liveModel(server, { clock: onSecondWait(() => cancel.abort()) }).call(request(), cancel.signal);

	const bytes = "Hmm, so.".length + "Hello.".length + '{"path": "a'.length;
	expect(failureOf(reply)).toMatchObject({
		kind: "cancelled",
		partial: "Hello.",
		usage: { input: 40, output: Math.ceil(bytes / 4), cacheRead: 300, cacheWrite: 0, complete: false },
	});
});

test("a plain request that is cancelled leaves nothing, and nothing on its signal", async () => {
	await using server = await startMessagesServer([cut(message([text("Hello.")]), 3, "stall")]);
	const cancel = new AbortController();

	const reply = await liveModel(server, { clock: onSecondWait(() => cancel.abort()) }).call(request({ stream: false }), cancel.signal);

	expect(failureOf(reply)).toEqual({ kind: "cancelled", message: "cancelled", retryAfterMs: null, partial: "", usage: null });
	expect(getEventListeners(cancel.signal, "abort")).toHaveLength(0);
});

test("cancelling while the server says nothing ends the request", async () => {
	const cancel = new AbortController();
	await using server = await startMessagesServer(() => {
		cancel.abort();
		return { kind: "silence" };
	});

	const reply = await liveModel(server).call(request(), cancel.signal);

	expect(failureOf(reply)).toMatchObject({ kind: "cancelled", partial: "", usage: null });
});

test("a signal that has fired sends nothing", async () => {
	await using server = await startMessagesServer([]);

	const reply = await liveModel(server).call(request(), AbortSignal.abort());

	expect(failureOf(reply).kind).toBe("cancelled");
	expect(server.requests).toHaveLength(0);
});

test("a reply that is whole is not lost to what comes after it", async () => {
	await using server = await startMessagesServer([cut(message([text("ok")]), 6, "stall")]);

	expect(replied(await liveModel(server, { stallMs: 100 }).call(request(), null)).usage.complete).toBe(true);
});

test.each(["streamed", "plain"])("requests leave nothing behind on a signal that they share: %s", async (way) => {
	await using server = await startMessagesServer(() => message([text("ok")]));
	const model = liveModel(server);
	const cancel = new AbortController();

	await Promise.all(Array.from({ length: 8 }, () => model.call(request({ stream: way === "streamed" }), cancel.signal)));

	expect(getEventListeners(cancel.signal, "abort")).toHaveLength(0);
});
