import type { Message } from "../core/message.ts";
import { byteLength } from "../core/text.ts";
import { jsonText } from "./json-text.ts";
import type { ToolSpec } from "./tool.ts";

/** A named part of the system prompt. */
export type PromptSegment = { readonly name: string; readonly text: string };

/** A part of a prompt and its size. All but `overhead` are ⌈bytes / 4⌉, an estimate. */
export type Segment = { readonly name: string; readonly tokens: number };

export type PromptParts = {
	readonly system: string;
	readonly segments: readonly PromptSegment[];
	readonly tools: readonly ToolSpec[];
	readonly messages: readonly Message[];
};

/**
 * What a prompt was made of: the named segments of the system prompt, the rest of it, the tools, the conversation, and as
 * `overhead` what the provider reported beyond them (recursive's context breakdown).
 */
export function breakDown({ system, segments, tools, messages }: PromptParts, promptTokens: number): readonly Segment[] {
	const named = segments.map(({ name, text }) => ({ name, tokens: estimate(byteLength(text)) }));
	const rest = byteLength(system) - segments.reduce((sum, { text }) => sum + byteLength(text), 0);
	const own: readonly Segment[] = [
		...named,
		{ name: "system", tokens: estimate(Math.max(0, rest)) },
		{ name: "tools", tokens: estimate(sizeOf(tools)) },
		{ name: "conversation", tokens: estimate(sizeOf(messages)) },
	];
	const known = own.reduce((sum, { tokens }) => sum + tokens, 0);
	return [...own, { name: "overhead", tokens: Math.max(0, promptTokens - known) }];
}

function estimate(bytes: number): number {
	return Math.ceil(bytes / 4);
}

/** By identity: a message that stays is measured once, not once a round. */
const byteCounts = new WeakMap<object, number>();

function sizeOf(items: readonly object[]): number {
	return items.reduce((sum, item) => sum + bytesOf(item), 0);
}

/** Bytes of a message or a tool as JSON. */
export function bytesOf(item: object): number {
	const known = byteCounts.get(item);
	if (known !== undefined) return known;
	const bytes = byteLength(jsonText(item));
	byteCounts.set(item, bytes);
	return bytes;
}
