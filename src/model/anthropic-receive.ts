import type { ModelReply } from "../agent/model.ts";
import { isJsonObject, type Json, type JsonObject } from "../core/json.ts";
import { UnreadableError } from "./anthropic-failure.ts";
import { toReply } from "./anthropic-reply.ts";
import type { ReplyDraft } from "./reply-draft.ts";
import { eventsOf } from "./whole-message.ts";

type Opened = { readonly data: AsyncIterable<Json>; readonly response: Response };

/** Reads to the end of the body, which keeps the connection; once the message is whole, nothing after it can spoil it. */
export async function receiveStream(draft: ReplyDraft, opening: PromiseLike<Opened>): Promise<ModelReply> {
	const { data, response } = await opening;
	try {
		for await (const event of data) draft.add(event);
	} catch (error) {
		if (!draft.ended) throw error;
	}
	if (!draft.ended && !isEventStream(response)) throw new UnreadableError("the reply is no event stream");
	if (!draft.ended) throw new Error("the reply ended before it was complete");
	return toReply(draft);
}

/** One document. The SDK hands it over as text where its type does not say JSON, and as nothing where it is empty. */
export async function receiveDocument(draft: ReplyDraft, opening: PromiseLike<Json | undefined>): Promise<ModelReply> {
	const body = await opening;
	const message: Json | undefined = typeof body === "string" ? JSON.parse(body) : body;
	if (!isMessage(message)) throw new UnreadableError("the reply is no message");
	for (const event of eventsOf(message)) draft.add(event);
	return toReply(draft);
}

function isEventStream({ headers }: Response): boolean {
	return headers.get("content-type")?.startsWith("text/event-stream") === true;
}

function isMessage(value: Json | undefined): value is JsonObject & { readonly content: readonly JsonObject[] } {
	return isJsonObject(value) && Array.isArray(value.content) && value.content.every(isJsonObject);
}
