import fc from "fast-check";
import { expect, test } from "vitest";
import { findCut, rebuild } from "../../src/agent/compact.ts";
import { DEFAULT_GUARDS } from "../../src/agent/guards.ts";
import type { ModelRequest } from "../../src/agent/model.ts";
import { type Message, textOf, userText } from "../../src/core/message.ts";
import type { ScriptReply } from "../../src/model/scripted.ts";
import { asked, calling, failing, type Played, play, queueOf, reader, saying, usage } from "./kernel.ts";

/** Conversations as the kernel makes them: a prompt, then rounds that call tools or answer and are prompted again. */
const conversation = fc.array(fc.nat(3), { maxLength: 20 }).map((rounds): readonly Message[] => [
	userText("Task."),
	...rounds.flatMap((calls, round): Message[] => {
		const ids = Array.from({ length: calls }, (_, at) => `${round}-${at}`);
		return [
			{ role: "assistant", content: ids.length === 0 ? [{ type: "text", text: "Said." }] : ids.map(toCall) },
			{ role: "user", content: ids.length === 0 ? [{ type: "text", text: "More." }] : ids.map(toResult) },
		];
	}),
]);

function toCall(id: string) {
	return { type: "tool-call", id, name: "look", args: {}, malformed: null } as const;
}

function toResult(id: string) {
	return { type: "tool-result", id, content: "seen", isError: false } as const;
}

/** The ids of results that stand before the call that they answer, or without one. */
function strayResults(transcript: readonly Message[]): readonly string[] {
	const blocks = transcript.flatMap(({ content }) => [...content]);
	return blocks.flatMap((block, at) => {
		if (block.type !== "tool-result") return [];
		return blocks.slice(0, at).some((before) => before.type === "tool-call" && before.id === block.id) ? [] : [block.id];
	});
}

test("wherever the cut falls, no result is without its call, and roles still alternate", () => {
	fc.assert(
		fc.property(conversation, (transcript) => {
			const cut = findCut(transcript);
			const rebuilt = cut === null ? transcript : rebuild(transcript, cut, "Summary.");
			expect(strayResults(rebuilt)).toEqual([]);
			expect(rebuilt.map(({ role }) => role)).toEqual(rebuilt.map((_, at) => (at % 2 === 0 ? "user" : "assistant")));
			expect(rebuilt.length).toBeLessThanOrEqual(transcript.length);
		}),
	);
});

test("the task stands first, the summary beside it, and the tail is the very same", () => {
	fc.assert(
		fc.property(conversation, (transcript) => {
			const cut = findCut(transcript);
			if (cut === null) return;
			const [head, ...tail] = rebuild(transcript, cut, "What was done.");
			expect(head!.content).toEqual([
				{ type: "text", text: "Task." },
				{ type: "text", text: "[summary of the work so far]\nWhat was done." },
			]);
			expect(tail.every((message, at) => message === transcript[cut + at])).toBe(true);
		}),
	);
});

/** Eight rounds of looking, each with a prompt of `input` + `cacheRead` reported tokens, and an answer. */
function looks(input: number, cacheRead = 0, summaries?: ScriptReply): Promise<Played> {
	const look = { ...calling("look"), usage: usage(input, 1, cacheRead) };
	let seen = 0;
	return play({
		replies: [...Array.from({ length: 8 }, () => look), saying("Done.", { usage: usage(input, 1, cacheRead) })],
		tools: [reader("look", async () => ({ content: `seen ${++seen}`, isError: false }))],
		context: { compactAtTokens: 100, system: "Be brief." },
		...(summaries === undefined ? {} : { summaries }),
	});
}

function purposes(requests: readonly ModelRequest[]): string {
	return requests.map(({ purpose }) => (purpose === "summary" ? "S" : "r")).join("");
}

test("below the threshold nothing is compacted, at it everything is", async () => {
	expect((await looks(99)).outcome.compactions).toBe(0);
	expect((await looks(100)).outcome.compactions).toBeGreaterThan(0);
	expect((await looks(1, 99)).outcome.compactions).toBeGreaterThan(0);
});

test("the system prompt and the task survive, and the run goes on", async () => {
	const { outcome, requests } = await looks(100);
	const rounds = requests.filter(({ purpose }) => purpose === "round");

	expect(outcome.cause.code).toBe("completed");
	expect(new Set(rounds.map(({ system }) => system))).toEqual(new Set(["Be brief."]));
	expect(rounds.every(({ messages }) => textOf(messages[0]!).startsWith("Go."))).toBe(true);
	expect(textOf(rounds.at(-1)!.messages[0]!)).toContain("Summary of the work so far.");
});

test("a summary is metered and charged, but is neither a request of the budget nor a round", async () => {
	const { outcome, requests, metered } = await looks(100);

	expect(purposes(requests)).toContain("S");
	expect(outcome).toMatchObject({ rounds: 9, requests: 9 });
	expect(metered).toHaveLength(requests.length);
	expect(outcome.usage.output).toBe(metered.reduce((sum, { output }) => sum + output, 0));
});

test("every message of a turn is among its own once, also those that a summary replaced", async () => {
	const { outcome } = await looks(100);
	const messages = outcome.turns[0]!.newMessages;

	expect(messages).toHaveLength(1 + 8 * 2 + 1);
	expect(new Set(messages).size).toBe(messages.length);
});

test("another run is not compacted by what one reported", async () => {
	const look = { ...calling("look"), usage: usage(500, 1) };
	const { outcome } = await play({ replies: [look, look, look, look, look, saying("Done.")], tools: [reader("look")] });

	expect(outcome.compactions).toBe(0);
});

test("without a summary the run goes on as it was", async () => {
	const { outcome, requests } = await looks(100, 0, failing("rejected"));

	expect(outcome).toMatchObject({ cause: { code: "completed" }, compactions: 0, rounds: 9 });
	expect(purposes(requests)).toContain("S");
});

test("a second summary takes the place of the first; what the user said stays", async () => {
	const { requests, outcome } = await play({
		replies: [...Array.from({ length: 16 }, () => ({ ...calling("look"), usage: usage(100, 1) })), saying("Done.")],
		tools: [reader("look")],
		summaries: saying("Summed up."),
		context: { compactAtTokens: 100, queuedInput: queueOf("Be brief."), guards: { ...DEFAULT_GUARDS, loop: false } },
	});

	expect(outcome.compactions).toBeGreaterThan(2);
	expect(asked(requests.at(-1))[0]).toEqual(["Go.", "Be brief.", "[summary of the work so far]\nSummed up."]);
});
