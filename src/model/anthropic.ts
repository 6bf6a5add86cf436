import Anthropic, { APIConnectionError, APIError } from "@anthropic-ai/sdk";
import type { Model, ModelReply, ModelRequest } from "../agent/model.ts";
import { UsageError } from "../core/error.ts";
import type { Json } from "../core/json.ts";
import { systemClock } from "../core/system-clock.ts";
import { CANCELLED, type Cause, causeOfBreak, causeOfRefusal } from "./anthropic-failure.ts";
import { type AnthropicOptions, anthropicProblems } from "./anthropic-options.ts";
import { adjusted, requestSettings } from "./anthropic-params.ts";
import { receiveDocument, receiveStream } from "./anthropic-receive.ts";
import { partialText, toUsage } from "./anthropic-reply.ts";
import { toBody } from "./anthropic-request.ts";
import { ReplyDraft } from "./reply-draft.ts";
import { retryAfterMs } from "./retry-after.ts";
import { watchBody } from "./stall.ts";

const PUBLIC_URL = "https://api.anthropic.com";
const PATH = "/v1/messages";
const STALL_MS = 120_000;
const STREAM_HEADERS_MS = 180_000;
/** A document begins when the model has said all of it; `fetch` itself waits no longer. */
const DOCUMENT_HEADERS_MS = 300_000;

/**
 * The Anthropic Messages API through its SDK. One client a model, so that connections are used again. Throws a UsageError
 * where the options cannot work.
 */
export function anthropicModel(options: AnthropicOptions): Model {
	const problems = anthropicProblems(options);
	if (problems.length > 0) throw new UsageError(problems);
	const client = withoutCustomHeaders(() => openClient(options));
	return {
		call: async (request, signal) => {
			const draft = new ReplyDraft();
			try {
				const body = toBody(request, requestSettings(adjusted(options, request.adjustment)));
				const sending = { body, signal, timeout: headersMsOf(request, options) };
				if (!request.stream) return await receiveDocument(draft, client.post<Json | undefined>(PATH, sending));
				const opening = client.post<AsyncIterable<Json>>(PATH, { ...sending, stream: true });
				return await receiveStream(draft, opening.withResponse());
			} catch (error) {
				return failed(draft, signal?.aborted === true ? CANCELLED : causeOf(error, options));
			}
		},
	};
}

function headersMsOf({ stream }: ModelRequest, { headersMs }: AnthropicOptions): number {
	return headersMs ?? (stream ? STREAM_HEADERS_MS : DOCUMENT_HEADERS_MS);
}

/** Everything is given, so that no profile, variable or proxy of the machine changes where a request goes or what it says. */
function openClient({ baseUrl, apiKey, stallMs = STALL_MS, clock = systemClock }: AnthropicOptions): Anthropic {
	return new Anthropic({
		apiKey,
		baseURL: baseUrl ?? PUBLIC_URL,
		maxRetries: 0,
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
