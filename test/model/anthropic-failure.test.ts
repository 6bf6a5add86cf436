import { describe, expect, test } from "vitest";
import type { ModelFailure } from "../../src/agent/model.ts";
import { type Answer, cut, message, text } from "../support/messages-server/answer.ts";
import { errorEvent, invalidJson, status } from "../support/messages-server/fault.ts";
import { startMessagesServer } from "../support/messages-server/server.ts";
import { failureOf, KEY, liveModel, request } from "./given.ts";

async function failed(answer: Answer, times: { readonly stallMs?: number } = {}): Promise<ModelFailure> {
	await using server = await startMessagesServer([answer]);
	const failure = failureOf(await liveModel(server, times).call(request(), null));
	expect(server.requests).toHaveLength(1);
	return failure;
}

const HELLO = message([text("Hel", "lo")], { usage: { input_tokens: 40, cache_read_input_tokens: 7 } });

describe("an answer with an error status, beside those of the table", () => {
	test.each([
		["an overload under another status", status(503, { type: "overloaded_error" }), "overloaded", "HTTP 503 overloaded_error: status 503"],
		["500", status(500), "transport", "HTTP 500 api_error: status 500"],
		["408", status(408, { type: "timeout_error" }), "transport", "HTTP 408 timeout_error: status 408"],
		[
			"a prompt that is too long",
			status(400, { message: "prompt is too long: 207791 tokens > 200000 maximum" }),
			"overflow",
			"HTTP 400 invalid_request_error: prompt is too long: 207791 tokens > 200000 maximum",
		],
		[
			"a prompt that leaves no room for max_tokens",
			status(400, { message: "input length and `max_tokens` exceed context limit: 184915 + 20000 > 204648" }),
			"overflow",
			"HTTP 400 invalid_request_error: input length and `max_tokens` exceed context limit: 184915 + 20000 > 204648",
		],
		[
			"no credit",
			status(400, { message: "Your credit balance is too low to access the API" }),
			"unauthorized",
			"HTTP 400 invalid_request_error: Your credit balance is too low to access the API",
		],
		["a redirect", { kind: "status", status: 307, headers: { location: "/elsewhere" }, body: "" }, "rejected", "HTTP 307"],
	] satisfies [string, Answer, string, string][])("%s", async (_, answer, kind, words) => {
		expect(await failed(answer)).toEqual({ kind, message: words, retryAfterMs: null, partial: "", usage: null });
	});

	test("its message is one short line without request ids and without the key", async () => {
		const { message: words } = await failed(status(400, { message: `bad key ${KEY}\n(req_011CUB2XUHWkFn) ${"x".repeat(1_000)}` }));

		expect(words).toMatch(/^HTTP 400 invalid_request_error: bad key \[key\] \(req\) x+$/);
		expect(words).toHaveLength(300);
	});

	test("a body that is no error of the API's costs nothing but its words", async () => {
		const body = JSON.stringify({ error: { message: { odd: true }, type: 7 } });
		expect(await failed({ kind: "status", status: 500, headers: { "content-type": "application/json" }, body })).toMatchObject({
			kind: "transport",
		});
	});
});

describe("a connection that breaks", () => {
	test("with nobody there", async () => {
		const server = await startMessagesServer([]);
		const model = liveModel(server);
		await server[Symbol.asyncDispose]();

		expect(failureOf(await model.call(request(), null))).toMatchObject({
			kind: "transport",
			message: "the connection failed (ECONNREFUSED)",
		});
	});

	test("by a reset in mid-stream", async () => {
		const failure = await failed(cut(HELLO, 3, "reset"));

		expect(failure).toMatchObject({ kind: "transport", message: expect.stringMatching(/^the connection failed \(\w+\)$/) });
		// A reset may overtake what was sent before it.
		expect("Hel".startsWith(failure.partial)).toBe(true);
	});
});

describe("a reply that is cut keeps what had arrived", () => {
	const usage = { input: 40, cacheRead: 7, cacheWrite: 0, complete: false };

	test("by an end in good order", async () => {
		expect(await failed(cut(HELLO, 4, "end"))).toEqual({
			kind: "transport",
			message: "the reply ended before it was complete",
			retryAfterMs: null,
			partial: "Hello",
			usage: { ...usage, output: 2 },
		});
	});

	test("after the last figures, when only the closing event is missing", async () => {
		expect(await failed(cut(HELLO, 6, "end"))).toMatchObject({ kind: "transport", partial: "Hello", usage: { ...usage, output: 5 } });
	});

	test("by a body that goes silent", async () => {
		expect(await failed(cut(HELLO, 4, "stall"), { stallMs: 100 })).toEqual({
			kind: "transport",
			message: "no byte of the reply for 100 ms",
			retryAfterMs: null,
			partial: "Hello",
			usage: { ...usage, output: 2 },
		});
	});

	test("by an event that is no JSON", async () => {
		expect(await failed(cut(HELLO, 3, invalidJson))).toEqual({
			kind: "unreadable",
			message: "the reply is not valid JSON",
			retryAfterMs: null,
			partial: "Hel",
			usage: { ...usage, output: 1 },
		});
	});

	test.each([
		["overloaded_error", "Overloaded", "overloaded"],
		["rate_limit_error", "slow down", "overloaded"],
		["api_error", "internal", "transport"],
		["timeout_error", "late", "transport"],
		["invalid_request_error", "prompt is too long: 2 tokens > 1 maximum", "overflow"],
		["invalid_request_error", "no", "rejected"],
		["authentication_error", "revoked", "unauthorized"],
	])("by the error event %s: %s", async (type, words, kind) => {
		expect(await failed(cut(HELLO, 4, errorEvent(type, words)))).toEqual({
			kind,
			message: `${type}: ${words}`,
			retryAfterMs: null,
			partial: "Hello",
			usage: { ...usage, output: 2 },
		});
	});

	test("before its first event there is nothing to keep", async () => {
		expect(await failed(cut(HELLO, 0, "end"))).toMatchObject({ kind: "transport", partial: "", usage: null });
	});
});
