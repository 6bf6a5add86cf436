import type { Json } from "./json.ts";

export type TextBlock = { readonly type: "text"; readonly text: string };

/** A call that the model asked for. `malformed` holds the text that was no JSON object; `args` is then empty. */
export type ToolCallBlock = {
	readonly type: "tool-call";
	readonly id: string;
	readonly name: string;
	readonly args: Json;
	readonly malformed: string | null;
};

/** A block that only its provider understands (reasoning, signatures): kept and sent back as it came. */
type OpaqueBlock = { readonly type: "opaque"; readonly raw: Json };

export type ToolResultBlock = { readonly type: "tool-result"; readonly id: string; readonly content: string; readonly isError: boolean };

export type UserMessage = { readonly role: "user"; readonly content: readonly (TextBlock | ToolResultBlock)[] };
export type AssistantMessage = { readonly role: "assistant"; readonly content: readonly (TextBlock | ToolCallBlock | OpaqueBlock)[] };
export type Message = UserMessage | AssistantMessage;

export function userText(...texts: readonly string[]): UserMessage {
	return { role: "user", content: texts.map((text) => ({ type: "text", text })) };
}

/** The visible text of a message, its blocks joined by a newline. */
export function textOf(message: Message): string {
	return message.content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n");
}

export function callsOf(message: AssistantMessage): readonly ToolCallBlock[] {
	return message.content.flatMap((block) => (block.type === "tool-call" ? [block] : []));
}
