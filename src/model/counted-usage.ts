import type { ModelRequest } from "../agent/model.ts";
import type { AssistantMessage } from "../core/message.ts";
import { byteLength } from "../core/text.ts";
import type { Usage } from "../core/usage.ts";

/** Bytes of messages and tool specs by identity: a long conversation is counted once, not once a round. */
const counted = new WeakMap<object, number>();
const FRAME_BYTES = byteLength('{"messages":,"system":,"tools":}');

/**
 * What a model without a provider reports (DESIGN §6): ⌈bytes / 4⌉ of the canonical JSON of what was sent
 * (`{messages, system, tools}`) and of the message that came back.
 */
export function countUsage({ system, messages, tools }: ModelRequest, reply: AssistantMessage): Usage {
	const sent = FRAME_BYTES + listBytes(messages) + byteLength(JSON.stringify(system)) + listBytes(tools);
	return { input: Math.ceil(sent / 4), output: Math.ceil(bytesOf(reply) / 4), cacheRead: 0, cacheWrite: 0, complete: true };
}

function listBytes(items: readonly object[]): number {
	const commas = Math.max(0, items.length - 1);
	return items.reduce((sum, item) => sum + bytesOf(item), 2 + commas);
}

/** The order of keys, which is all that canonical JSON adds, has no length. */
function bytesOf(value: object): number {
	const known = counted.get(value);
	if (known !== undefined) return known;
	const bytes = byteLength(JSON.stringify(value));
	counted.set(value, bytes);
	return bytes;
}
