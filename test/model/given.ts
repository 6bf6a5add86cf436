import type { Model, ModelFailure, ModelReply, ModelRequest } from "../../src/agent/model.ts";
import type { Clock } from "../../src/core/clock.ts";
import { userText } from "../../src/core/message.ts";
import { systemClock } from "../../src/core/system-clock.ts";
import { anthropicModel } from "../../src/model/anthropic.ts";
import type { AnthropicOptions } from "../../src/model/anthropic-options.ts";
import type { MessagesServer } from "../support/messages-server/server.ts";

export const KEY = "sk-test-4711";

export function request(fields: Partial<ModelRequest> = {}): ModelRequest {
	return { purpose: "round", system: "", messages: [userText("Go.")], tools: [], stream: true, adjustment: {}, maxTokens: null, ...fields };
}

/** The live arm, pointed at a server of the test's own. */
export function liveModel(server: MessagesServer, fields: Partial<AnthropicOptions> = {}): Model {
	return anthropicModel({ model: "stand-in", baseUrl: server.url, apiKey: KEY, params: {}, ...fields });
}

export function replied(reply: ModelReply): ModelReply & { readonly ok: true } {
	if (!reply.ok) throw new Error(`the request failed: ${reply.failure.kind}: ${reply.failure.message}`);
	return reply;
}

export function failureOf(reply: ModelReply): ModelFailure {
	if (reply.ok) throw new Error("the request did not fail");
	return reply.failure;
}

/**
 * The machine's clock, and an act at a moment that is certain: the live arm asks its clock to watch over each chunk it
 * waits for, so the second wait begins when the first chunk has been taken in.
 */
export function onSecondWait(act: () => void): Clock {
	let waits = 0;
	return {
		...systemClock,
		after: (ms, call) => {
			waits += 1;
			if (waits === 2) act();
			return systemClock.after(ms, call);
		},
	};
}
