import { expect, test } from "vitest";
import type { ModelFailure } from "../../src/agent/model.ts";
import { type Answer, cut, message as reply, text, wholeBlock } from "../support/messages-server/answer.ts";
import { errorEvent, html, invalidJson, notJson, reset, silence, status } from "../support/messages-server/fault.ts";
import { startMessagesServer } from "../support/messages-server/server.ts";
import { failureOf, KEY, liveModel, onSecondWait, request } from "./given.ts";

const HELLO = reply([text("Hel", "lo")]);
/** What a provider may say of a request, and no record may keep. */
const TATTLE = { message: `key ${KEY} (req_011CSHoEeqs5C35K2UUqR7Fy)` };
const TOLD = "key [key] (req)";
const BROKEN = /^the connection failed \(\w+\)$/;

type Times = { readonly headersMs?: number; readonly stallMs?: number };

async function failed(answer: Answer, stream: boolean, times: Times = {}): Promise<ModelFailure> {
	await using server = await startMessagesServer([answer]);
	const failure = failureOf(await liveModel(server, times).call(request({ stream }), null));
	expect(server.requests).toHaveLength(1);
	return failure;
}

type Row = {
	readonly what: string;
	/** Null where there is no such thing in that kind of reply. */
	readonly streamed: Answer | null;
	readonly plain: Answer | null;
	readonly kind: ModelFailure["kind"];
	readonly words: string | RegExp;
	readonly waitMs?: number;
	readonly times?: Times;
};

function both(answer: Answer): Pick<Row, "streamed" | "plain"> {
	return { streamed: answer, plain: answer };
}

function refused(code: number, kind: Row["kind"], type: string): Row {
	return { what: String(code), ...both(status(code, TATTLE)), kind, words: `HTTP ${code} ${type}: ${TOLD}` };
}

function waits(what: string, headers: Readonly<Record<string, string>>, waitMs: number | null): Row {
	const row = { what: `429, ${what}`, ...both(status(429, { ...TATTLE, headers })), kind: "overloaded" } as const;
	return { ...row, words: `HTTP 429 rate_limit_error: ${TOLD}`, ...(waitMs === null ? {} : { waitMs }) };
}

const CODED = status(402, { ...TATTLE, code: "enforced_spend_limit_reached" });
const TOO_LONG = status(400, { message: `prompt is too long: 2 tokens > 1 maximum (${TATTLE.message})` });

/** The table of failures (shared/spec/dependencies.md §2), in its order. */
const ROWS: readonly Row[] = [
	refused(429, "overloaded", "rate_limit_error"),
	waits("in seconds", { "retry-after": "45" }, 45_000),
	waits("in seconds with blanks", { "retry-after": " 7 " }, 7_000),
	waits("at a date in the past", { "retry-after": "Mon, 30 Nov 1998 12:00:30 GMT" }, 0),
	waits("beyond any cap", { "retry-after": "36000" }, 36_000_000),
	waits("soon", { "retry-after": "soon" }, null),
	waits("in the past", { "retry-after": "-5" }, null),
	waits("in milliseconds", { "retry-after-ms": "250", "retry-after": "9" }, 250),
	refused(529, "overloaded", "overloaded_error"),
	{
		what: "an overload inside the stream",
		streamed: cut(HELLO, 4, errorEvent("overloaded_error", TATTLE.message)),
		plain: null,
		kind: "overloaded",
		words: `overloaded_error: ${TOLD}`,
	},
	{
		what: "503 that asks to wait",
		...both(status(503, { ...TATTLE, headers: { "retry-after": "2" } })),
		kind: "transport",
		words: `HTTP 503 api_error: ${TOLD}`,
		waitMs: 2_000,
	},
	{ what: "a gateway's page", ...both(html(502)), kind: "transport", words: "HTTP 502" },
	{ what: "a reset before the headers", ...both(reset), kind: "transport", words: BROKEN },
	{ what: "a reset in the body", ...both(cut(HELLO, 3, "reset")), kind: "transport", words: BROKEN },
	{
		what: "an end in good order",
		streamed: cut(HELLO, 3, "end"),
		plain: null,
		kind: "transport",
		words: "the reply ended before it was complete",
	},
	{
		what: "an end inside an event",
		streamed: cut(HELLO, 3, { frame: 'event: content_block_delta\ndata: {"type":"content_bl' }),
		plain: null,
		kind: "transport",
		words: "the reply ended before it was complete",
	},
	{ what: "truncated JSON", streamed: null, plain: cut(HELLO, 3, "end"), kind: "transport", words: BROKEN },
	{
		what: "an event that is no JSON",
		streamed: cut(HELLO, 3, invalidJson),
		plain: null,
		kind: "unreadable",
		words: "the reply is not valid JSON",
	},
	{ what: "a whole body that is no JSON", streamed: null, plain: notJson, kind: "unreadable", words: "the reply is not valid JSON" },
	{ what: "a page in place of a document", streamed: null, plain: html(200), kind: "unreadable", words: "the reply is not valid JSON" },
	{ what: "a page in place of a stream", streamed: html(200), plain: null, kind: "unreadable", words: "the reply is no event stream" },
	{
		what: "a call without a name",
		...both(reply([wholeBlock({ type: "tool_use", id: "t1" })])),
		kind: "unreadable",
		words: "a tool_use block has no id or name",
	},
	{ what: "no headers in time", ...both(silence), kind: "transport", words: "Request timed out.", times: { headersMs: 80 } },
	{
		what: "a stalled body",
		...both(cut(HELLO, 3, "stall")),
		kind: "transport",
		words: "no byte of the reply for 100 ms",
		times: { stallMs: 100 },
	},
	refused(400, "rejected", "invalid_request_error"),
	{ what: "400, the prompt is too long", ...both(TOO_LONG), kind: "overflow", words: /prompt is too long.*\(key \[key\] \(req\)\)$/ },
	refused(404, "rejected", "not_found_error"),
	refused(413, "overflow", "request_too_large"),
	refused(422, "rejected", "api_error"),
	refused(401, "unauthorized", "authentication_error"),
	refused(403, "unauthorized", "permission_error"),
	refused(402, "unauthorized", "billing_error"),
	{ what: "402 with a code", ...both(CODED), kind: "unauthorized", words: `HTTP 402 billing_error enforced_spend_limit_reached: ${TOLD}` },
];

const WAYS = ["streamed", "plain"] as const;

const CASES = ROWS.flatMap((row) =>
	WAYS.flatMap((way) => {
		const answer = row[way];
		return answer === null ? [] : [[way, row.what, row.kind, answer, row] as const];
	}),
);

test.each(CASES)("%s, %s: %s", async (way, _, kind, answer, { words, waitMs = null, times }) => {
	const failure = await failed(answer, way === "streamed", times);

	const message = words instanceof RegExp ? expect.stringMatching(words) : words;
	expect(failure).toMatchObject({ kind, retryAfterMs: waitMs, message });
	expect(failure.message).not.toContain(KEY);
	expect(failure.message).not.toMatch(/req_\w/);
	// A document says nothing before it is whole.
	if (way === "plain" && kind === "transport") expect(failure).toMatchObject({ partial: "", usage: null });
});

test("a date that a server names is a wait from now on", async () => {
	const at = new Date(Date.now() + 3_600_000).toUTCString();
	const { retryAfterMs } = await failed(status(429, { headers: { "retry-after": at } }), true);

	expect(retryAfterMs).toBeGreaterThan(3_000_000);
	expect(retryAfterMs).toBeLessThanOrEqual(3_600_000);
});

test.each(WAYS)("%s, an abort in the body: cancelled", async (way) => {
	await using server = await startMessagesServer([cut(HELLO, 3, "stall")]);
	const cancel = new AbortController();
	const model = liveModel(server, { clock: onSecondWait(() => cancel.abort()) });

	expect(failureOf(await model.call(request({ stream: way === "streamed" }), cancel.signal))).toMatchObject({
		kind: "cancelled",
		message: "cancelled",
		retryAfterMs: null,
	});
});
