import { isJsonObject, type Json, type JsonObject } from "../../../src/core/json.ts";

/** Figures as the API words them. */
type WireUsage = {
	readonly input_tokens: number;
	readonly cache_read_input_tokens: number | null;
	readonly cache_creation_input_tokens: number | null;
	readonly output_tokens: number;
};

/** One content block: how it opens, its deltas, and how it looks when it is whole. */
export type Block = { readonly opening: JsonObject; readonly deltas: readonly JsonObject[]; readonly whole: JsonObject };

/**
 * Where a reply breaks off, counted in the events of its stream (a plain one after the same share of its text), and how.
 * A frame is sent as it stands before the end of a stream; a plain reply has none.
 */
export type Cut = { readonly after: number; readonly how: "reset" | "end" | "stall" | { readonly frame: string } };

export type MessageAnswer = {
	readonly kind: "message";
	readonly blocks: readonly Block[];
	readonly stop: string;
	readonly usage: WireUsage;
	/** `ping` events sent after the message has opened. */
	readonly pings: number;
	readonly cut: Cut | null;
};

export type Answer =
	| MessageAnswer
	| { readonly kind: "status"; readonly status: number; readonly headers: { readonly [name: string]: string }; readonly body: string }
	/** The connection is reset before any header, or nothing is ever sent. */
	| { readonly kind: "reset" | "silence" };

export type MessageOptions = {
	readonly stop?: string;
	readonly usage?: Partial<WireUsage>;
	readonly pings?: number;
};

const USAGE: WireUsage = { input_tokens: 10, cache_read_input_tokens: 0, cache_creation_input_tokens: 0, output_tokens: 5 };

/** A whole answer; its stop reason follows from its blocks unless it is given. */
export function message(blocks: readonly Block[], options: MessageOptions = {}): MessageAnswer {
	const calls = blocks.some(({ whole }) => whole.type === "tool_use");
	return {
		kind: "message",
		blocks,
		stop: options.stop ?? (calls ? "tool_use" : "end_turn"),
		usage: { ...USAGE, ...options.usage },
		pings: options.pings ?? 0,
		cut: null,
	};
}

/** The same answer, broken off after so many events. */
export function cut(answer: MessageAnswer, after: number, how: Cut["how"]): MessageAnswer {
	return { ...answer, cut: { after, how } };
}

export function text(...deltas: readonly string[]): Block {
	return {
		opening: { type: "text", text: "" },
		deltas: deltas.map((piece) => ({ type: "text_delta", text: piece })),
		whole: { type: "text", text: deltas.join("") },
	};
}

/** A call whose arguments come as one piece. */
export function toolUse(name: string, input: JsonObject, id = "toolu_01"): Block {
	return toolUsePieces(name, [JSON.stringify(input)], id);
}

/** A call whose arguments are streamed in these pieces, be they JSON together or not. */
export function toolUsePieces(name: string, pieces: readonly string[], id = "toolu_01"): Block {
	const opening = { type: "tool_use", id, name, input: {} };
	return {
		opening,
		deltas: pieces.map((piece) => ({ type: "input_json_delta", partial_json: piece })),
		whole: { ...opening, input: wholeInput(pieces.join("")) },
	};
}

/** A document can hold arguments that are no object only as the text that they are. */
function wholeInput(argsText: string): Json {
	if (argsText === "") return {};
	try {
		const value: Json = JSON.parse(argsText);
		return isJsonObject(value) ? value : argsText;
	} catch {
		return argsText;
	}
}

export function thinking(reasoning: string, signature: string): Block {
	return {
		opening: { type: "thinking", thinking: "", signature: "" },
		deltas: [...[...reasoning].map((piece) => ({ type: "thinking_delta", thinking: piece })), { type: "signature_delta", signature }],
		whole: { type: "thinking", thinking: reasoning, signature },
	};
}

/** A block that opens whole and has no deltas, such as `redacted_thinking` or one that nobody knows yet. */
export function wholeBlock(block: JsonObject): Block {
	return { opening: block, deltas: [], whole: block };
}
