import type { Message } from "../core/message.ts";

/** One message of two that one role says in a row, since providers are sent alternating roles; null where there is nothing to join. */
export function joinMessages(last: Message | undefined, next: Message): Message | null {
	if (last?.role === "user" && next.role === "user") return { role: "user", content: [...last.content, ...next.content] };
	if (last?.role === "assistant" && next.role === "assistant") return { role: "assistant", content: [...last.content, ...next.content] };
	return null;
}

/** A conversation with one message more. */
export function withMessage(transcript: readonly Message[], next: Message): readonly Message[] {
	const joined = joinMessages(transcript.at(-1), next);
	return joined === null ? [...transcript, next] : [...transcript.slice(0, -1), joined];
}
