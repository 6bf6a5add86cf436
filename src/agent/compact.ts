import { type Message, type TextBlock, textOf, userText } from "../core/message.ts";
import { jsonText } from "./json-text.ts";
import { askModel } from "./request.ts";
import type { TurnState } from "./turn-state.ts";

/** Messages at the end that a summary leaves as they are (spec C6), and the least it must replace to be worth a request. */
const KEEP_RECENT = 6;
const LEAST_REPLACED = 4;
const CLIP_CHARACTERS = 2_000;

const INSTRUCTION =
	"Summarise the work so far for someone who takes it over: the task, what was found out, what was changed, what is left. Facts, names and numbers; no advice.";

/** Replaces the middle of the conversation by a summary once the last prompt reached the threshold. */
export async function compactIfOver(turn: TurnState): Promise<void> {
	const { compactAtTokens } = turn.context;
	const { promptTokens } = turn;
	if (compactAtTokens === null || promptTokens === null || promptTokens < compactAtTokens) return;
	const cut = findCut(turn.transcript);
	if (cut === null) return;
	const summary = await summarise(turn, turn.transcript.slice(0, cut));
	if (summary === null) return;
	turn.transcript = rebuild(turn.transcript, cut, summary);
	turn.promptTokens = null;
	turn.compactions += 1;
	turn.opening.watch.arm();
	turn.deps.emit({ type: "compaction", ...turn.place, promptTokens, summary });
}

/** The first assistant message of the tail that stays: cutting there parts no call from its result. */
export function findCut(transcript: readonly Message[]): number | null {
	const from = Math.max(0, transcript.length - KEEP_RECENT);
	const at = transcript.findIndex((message, index) => index >= from && message.role === "assistant");
	return at > LEAST_REPLACED ? at : null;
}

/** Blocks that hold a summary: the next one takes their place, having read them. */
const SUMMARIES = new WeakSet<object>();

/** The first prompt, the summary beside it, and the tail verbatim. */
export function rebuild(transcript: readonly Message[], cut: number, summary: string): readonly Message[] {
	const told: TextBlock = { type: "text", text: `[summary of the work so far]\n${summary}` };
	SUMMARIES.add(told);
	const task = transcript[0]?.content.flatMap((block) => (block.type === "text" && !SUMMARIES.has(block) ? [block] : [])) ?? [];
	return [{ role: "user", content: [...task, told] }, ...transcript.slice(cut)];
}

async function summarise(turn: TurnState, messages: readonly Message[]): Promise<string | null> {
	const rendered = messages.map(renderMessage).join("\n\n");
	const reply = await askModel(turn, { purpose: "summary", system: INSTRUCTION, messages: [userText(rendered)], tools: [] });
	if (!reply.ok || reply.stop.kind === "max-tokens") return null;
	const text = textOf(reply.message).trim();
	return text === "" ? null : text;
}

function renderMessage(message: Message): string {
	return `${message.role}:\n${message.content
		.map(renderBlock)
		.filter((line) => line !== "")
		.join("\n")}`;
}

function renderBlock(block: Message["content"][number]): string {
	switch (block.type) {
		case "text":
			return clip(block.text);
		case "tool-call":
			return `[calls ${block.name} ${clip(jsonText(block.args))}]`;
		case "tool-result":
			return `[result: ${clip(block.content)}]`;
		case "opaque":
			return "";
	}
}

function clip(text: string): string {
	return text.length <= CLIP_CHARACTERS ? text : `${text.slice(0, CLIP_CHARACTERS).toWellFormed()} [cut]`;
}
