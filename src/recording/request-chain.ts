import type { AgentEvent } from "../agent/event.ts";
import { sha256 } from "../core/digest.ts";
import { canonicalJson, isJsonObject, type Json } from "../core/json.ts";
import type { Scrub } from "../core/scrub.ts";
import type { RequestLine } from "./line.ts";
import { scrubLine } from "./scrub-line.ts";

export type RequestEvent = Extract<AgentEvent, { type: "request" }>;

/**
 * Stamps each request with a digest chained over the messages that it sends, one by one and in scrubbed form: equal
 * conversations have equal digests, whatever was tried again, summarised or sent anew between.
 */
export function requestChain(scrub: Scrub): (event: RequestEvent) => RequestLine {
	let conversation = "";
	return ({ appended, rewritten, type, index, turn, round, purpose }) => {
		const before = rewritten ? "" : conversation;
		const digest = appended.reduce((link, message) => sha256(`${link}\n${canonicalJson(wellFormed(scrubLine(message, scrub)))}`), before);
		if (purpose === "round") conversation = digest;
		return { type, index, turn, round, purpose, digest };
	};
}

/** A model may send half a character; canonical JSON takes none. */
function wellFormed(value: Json): Json {
	if (typeof value === "string") return value.toWellFormed();
	if (Array.isArray(value)) return value.map(wellFormed);
	if (!isJsonObject(value)) return value;
	return Object.fromEntries(Object.entries(value).map(([key, member]) => [key.toWellFormed(), wellFormed(member)]));
}
