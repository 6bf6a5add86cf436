import Anthropic, { APIConnectionError, APIError } from "@anthropic-ai/sdk";
import type { Model, ModelReply } from "../agent/model.ts";
import { UsageError } from "../core/error.ts";
import type { Json } from "../core/json.ts";
import { systemClock } from "../core/system-clock.ts";
import { CANCELLED, type Cause, causeOfBreak, causeOfRefusal } from "./anthropic-failure.ts";
import { type AnthropicOptions, anthropicProblems } from "./anthropic-options.ts";
import { requestSettings } from "./anthropic-params.ts";
import { partialText, toReply, toUsage } from "./anthropic-reply.ts";
import { toBody } from "./anthropic-request.ts";
import { ReplyDraft } from "./reply-draft.ts";
import { retryAfterMs } from "./retry-after.ts";
import { watchBody } from "./stall.ts";

const PUBLIC_URL = "https://api.anthropic.com";
const STALL_MS = 120_000;
const HEADERS_MS = 180_000;

/**
 * The Anthropic Messages API through its SDK, always streamed. One client a model, so that connections are used again.
 * Throws a UsageError where the options cannot work.
 */
export function anthropicModel(options: AnthropicOptions): Model {
	const problems = anthropicProblems(options);
	if (problems.length > 0) throw new UsageError(problems);
	const settings = requestSettings(options.model, options.params);
	const client = withoutCustomHeaders(() => openClient(options));
	return {
		call: async (request, signal) => {
			const draft = new ReplyDraft();
			try {
				return await receive(draft, client.post("/v1/messages", { body: toBody(request, settings), stream: true, signal }));
			} catch (error) {
				return failed(draft, signal?.aborted === true ? CANCELLED : causeOf(error, options));
			}
		},
	};
}

/** Everything is given, so that no profile, variable or proxy of the machine changes where a request goes or what it says. */
function openClient({ baseUrl, apiKey, stallMs = STALL_MS, headersMs = HEADERS_MS, clock = systemClock }: AnthropicOptions): Anthropic {
	return new Anthropic({
		apiKey,
		baseURL: baseUrl ?? PUBLIC_URL,
		maxRetries: 0,
		timeout: headersMs,
		logLevel: "off",
		openTelemetry: false,
		// A redirect would turn the POST into a GET.
		fetch: async (url, init) => watchBody(await fetch(url, { ...init, redirect: "manual" }), { clock, stallMs }),
	});
}

/** The SDK adds the headers of this variable to every request and has no option against it. */
function withoutCustomHeaders<T>(open: () => T): T {
	const { ANTHROPIC_CUSTOM_HEADERS: headers } = process.env;
	delete process.env.ANTHROPIC_CUSTOM_HEADERS;
	try {
		return open();
	} finally {
		if (headers !== undefined) process.env.ANTHROPIC_CUSTOM_HEADERS = headers;
	}
}

/** Reads to the end of the body, which keeps the connection; once the message is whole, nothing after it can spoil it. */
async function receive(draft: ReplyDraft, opening: PromiseLike<AsyncIterable<Json>>): Promise<ModelReply> {
	try {
		for await (const event of await opening) draft.add(event);
	} catch (error) {
		if (!draft.ended) throw error;
	}
	if (!draft.ended) throw new Error("the reply ended before it was complete");
	return toReply(draft);
}

function failed(draft: ReplyDraft, cause: Cause): ModelReply {
	return { ok: false, failure: { ...cause, partial: partialText(draft), usage: toUsage(draft) } };
}

function causeOf(error: unknown, { apiKey, clock = systemClock }: AnthropicOptions): Cause {
	if (!(error instanceof APIError) || error instanceof APIConnectionError) return causeOfBreak(error);
	const { status = null, type, errorCode, apiMessage, headers } = error;
	return causeOfRefusal({
		status,
		type,
		code: errorCode,
		message: apiMessage === null ? null : String(apiMessage).replaceAll(apiKey, "[key]"),
		retryAfterMs: headers === undefined ? null : retryAfterMs(headers, clock.epochMs()),
	});
}
