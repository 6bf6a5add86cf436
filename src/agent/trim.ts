import type { Message, UserMessage } from "../core/message.ts";
import { jsonText } from "./json-text.ts";
import type { Scope } from "./scope.ts";
import type { StopCause } from "./stop-code.ts";
import type { TurnState } from "./turn-state.ts";

/** A result of more characters than this gives its content up, the oldest first (recursive's trim). */
const KEPT_CHARACTERS = 200;
const SEEN = "[an old result, cut so that the conversation fits]";
const UNSEEN = "[this result is too long for what is left of the conversation: ask for a smaller part]";

/**
 * Cuts results until the conversation, with so many characters that are still to be said, is below its limit; the end of the
 * run where that does not do. The oldest go first, those that the model has not seen last.
 */
export function fitTranscript(turn: TurnState, more: number): StopCause | null {
	const limit = limitOf(turn.scopes);
	if (limit === null) return null;
	const before = charactersOf(turn.transcript) + more;
	if (before < limit) return null;
	const { messages, results } = trim(turn.transcript, before - limit + 1);
	const characters = charactersOf(messages) + more;
	if (results > 0) {
		turn.transcript = messages;
		turn.deps.emit({ type: "trim", ...turn.place, results, characters });
	}
	return characters < limit ? null : { code: "transcript_limit", limit, used: characters };
}

function limitOf(scopes: readonly Scope[]): number | null {
	const limits = scopes.flatMap(({ budget }) => (budget.transcriptChars === null ? [] : [budget.transcriptChars]));
	return limits.length === 0 ? null : Math.min(...limits);
}

/** The same messages with as many results cut as free this many characters; no message and no result goes. */
function trim(transcript: readonly Message[], excess: number): { readonly messages: readonly Message[]; readonly results: number } {
	let left = excess;
	let results = 0;
	const cut = (block: UserMessage["content"][number], marker: string): UserMessage["content"][number] => {
		if (left <= 0 || block.type !== "tool-result" || block.content.length <= KEPT_CHARACTERS) return block;
		left -= block.content.length - marker.length;
		results += 1;
		return { ...block, content: marker };
	};
	const messages = transcript.map((message): Message => {
		if (left <= 0 || message.role === "assistant") return message;
		const marker = message === transcript.at(-1) ? UNSEEN : SEEN;
		const content = message.content.map((block) => cut(block, marker));
		return content.every((block, at) => block === message.content[at]) ? message : { role: "user", content };
	});
	return { messages, results };
}

/** By identity: a message that stays is measured once, not once a round. */
const characterCounts = new WeakMap<Message, number>();

function charactersOf(messages: readonly Message[]): number {
	return messages.reduce((sum, message) => sum + messageCharacters(message), 0);
}

function messageCharacters(message: Message): number {
	const known = characterCounts.get(message);
	if (known !== undefined) return known;
	const characters = message.content.reduce((sum, block) => sum + blockCharacters(block), 0);
	characterCounts.set(message, characters);
	return characters;
}

function blockCharacters(block: Message["content"][number]): number {
	switch (block.type) {
		case "text":
			return block.text.length;
		case "tool-result":
			return block.content.length;
		case "tool-call":
			return block.name.length + jsonText(block.args).length;
		case "opaque":
			return jsonText(block.raw).length;
	}
}
