import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { AgentEvent } from "../../src/agent/event.ts";
import type { StopCode } from "../../src/agent/stop-code.ts";
import { callsOf, type Message } from "../../src/core/message.ts";
import { addUsage, NO_USAGE, tokensOf, type Usage } from "../../src/core/usage.ts";
import { playRandom, type RandomPlayed, randomRun } from "./random-run.ts";

/** Whatever is played: nothing of it is thrown, and this holds. */
function holds(check: (played: RandomPlayed) => void): Promise<void> {
	return fc.assert(
		fc.asyncProperty(randomRun, async (run) => check(await playRandom(run))),
		{ numRuns: 200 },
	);
}

/** What is wrong with a conversation as providers take it. */
function flaws(messages: readonly Message[]): readonly string[] {
	return messages.flatMap((message, at) => [
		...(message.role === (at % 2 === 0 ? "user" : "assistant") ? [] : [`${at}: ${message.role} out of turn`]),
		...(message.content.length > 0 ? [] : [`${at}: nothing said`]),
		...(isAnswered(messages[at - 1], message) ? [] : [`${at}: other results than calls, or not before all else`]),
		...(at < messages.length - 1 || callIds(message).length === 0 ? [] : [`${at}: calls without results`]),
	]);
}

/** The results of a message are those of the calls before it, in call order, and come first. */
function isAnswered(before: Message | undefined, { content }: Message): boolean {
	const owed = before === undefined ? [] : callIds(before);
	const first = content.slice(0, owed.length).map((block) => (block.type === "tool-result" ? block.id : null));
	const further = content.slice(owed.length).some((block) => block.type === "tool-result");
	return JSON.stringify(first) === JSON.stringify(owed) && !further;
}

function charactersOf(messages: readonly Message[]): number {
	const blocks = messages.flatMap(({ content }) => [...content]);
	return blocks.reduce((all, block) => {
		if (block.type === "text") return all + block.text.length;
		if (block.type === "tool-result") return all + block.content.length;
		return all + (block.type === "opaque" ? JSON.stringify(block.raw) : `${block.name}${JSON.stringify(block.args)}`).length;
	}, 0);
}

function callIds(message: Message): readonly string[] {
	return message.role === "assistant" ? callsOf(message).map(({ id }) => id) : [];
}

function pick<T extends AgentEvent["type"]>(events: readonly AgentEvent[], type: T): readonly Extract<AgentEvent, { type: T }>[] {
	return events.filter((event): event is Extract<AgentEvent, { type: T }> => event.type === type);
}

function sum(usages: readonly Usage[]): number {
	return tokensOf(usages.reduce(addUsage, NO_USAGE));
}

describe("whatever a model says and a user does,", () => {
	test("every conversation that is sent or left is a legal one", () =>
		holds(({ requests, outcome }) => {
			for (const { messages } of requests) expect(flaws(messages)).toEqual([]);
			for (const { transcript } of outcome.turns) expect(flaws(transcript)).toEqual([]);
		}));

	test("a run has used what its replies report, and a pool what all attempts do", () =>
		holds(({ events, outcome, metered, pool }) => {
			const replies = pick(events, "reply").map(({ reply }) => reply);
			const entered = replies.flatMap((reply) => (reply.ok ? [reply.usage] : []));
			const failed = replies.flatMap((reply) => (!reply.ok && reply.failure.usage !== null ? [reply.failure.usage] : []));

			expect(tokensOf(outcome.usage)).toBe(sum(entered));
			expect(sum(outcome.turns.map(({ usage }) => usage))).toBe(sum(entered));
			expect(sum(metered)).toBe(sum([...entered, ...failed]));
			if (pool !== null) expect(pool.spent).toBe(sum(metered));
		}));

	test("new messages are told once, and hold every block that a reply brought", () =>
		holds(({ events, outcome }) => {
			const messages = outcome.turns.flatMap(({ newMessages }) => newMessages);
			const blocks = new Set<unknown>(messages.flatMap(({ content }) => [...content]));
			const purposes = new Map(pick(events, "request").map(({ index, purpose }) => [index, purpose]));
			const brought = pick(events, "reply").flatMap(({ index, reply }) =>
				reply.ok && purposes.get(index) === "round" ? reply.message.content.filter((block) => block.type === "tool-call") : [],
			);

			expect(new Set(messages).size).toBe(messages.length);
			expect(brought.filter((block) => !blocks.has(block))).toEqual([]);
		}));

	test("each call has one record, one audit and one result, in call order", () =>
		holds(({ outcome }) => {
			for (const { newMessages, calls, audits } of outcome.turns) {
				const asked = newMessages.flatMap(callIds);
				expect(calls.map(({ id }) => id)).toEqual(asked);
				expect([...audits.values()].map(({ id }) => id)).toEqual(asked);
				expect(calls.map(({ sequence }) => sequence)).toEqual(asked.map((_, at) => at + 1));
			}
		}));

	test("each queued text enters once, in a request that was sent, or is told as undelivered", () =>
		holds(({ events, requests, outcome, pushed }) => {
			const delivered = pick(events, "input").flatMap(({ from, text }) => (from === "queue" || from === "follow-up" ? [text] : []));
			const left = pick(events, "undelivered").flatMap(({ texts }) => texts);
			const heard = new Set(requests.flatMap(({ messages }) => messages.flatMap(textsOf)));
			const own = outcome.turns.flatMap(({ newMessages }) => newMessages.flatMap(textsOf));

			expect([...delivered, ...left].toSorted()).toEqual(pushed.toSorted());
			expect(delivered.filter((text) => !heard.has(text))).toEqual([]);
			expect(own.filter((text) => pushed.includes(text)).toSorted()).toEqual(delivered.toSorted());
		}));

	test("no bound that is counted is exceeded, and no token is outrun", () =>
		holds(({ outcome, budget, requests, trippedAfter }) => {
			expect(outcome.rounds).toBeLessThanOrEqual(budget.rounds ?? Number.POSITIVE_INFINITY);
			expect(outcome.requests).toBeLessThanOrEqual(budget.requests ?? Number.POSITIVE_INFINITY);
			expect(outcome.calls.filter(({ settledBy }) => settledBy !== "bound").length).toBeLessThanOrEqual(budget.toolCalls ?? 1_000);
			expect(requests.filter(({ purpose }) => purpose !== "summary").length).toBe(outcome.requests);
			if (trippedAfter !== null) expect(outcome.requests).toBeLessThanOrEqual(trippedAfter);
		}));

	test("no conversation that is sent reaches its limit of characters", () =>
		holds(({ budget, requests }) => {
			for (const { purpose, messages } of requests) {
				if (purpose !== "summary") expect(charactersOf(messages)).toBeLessThan(budget.transcriptChars ?? Number.POSITIVE_INFINITY);
			}
		}));

	test("flags and end agree", () =>
		holds(({ outcome, events }) => {
			const last = outcome.turns.at(-1)!;
			expect(last.owedAnswer).toBe(!hasAnswered(events, last.cause.code));
			expect(last.finalText === null || last.finalText.trim() !== "").toBe(true);
			expect(outcome.turns.slice(0, -1).every(({ cause }) => cause.code === "completed")).toBe(true);
			expect(pick(events, "turn-end").length).toBe(outcome.turns.filter(({ cause }) => cause.code !== "pool_exhausted").length);
			if (last.forcedAnswer) expect(outcome.cause.code).not.toBe("completed");
			if (outcome.cause.code === "completed") expect([outcome.owedAnswer, outcome.promptsLeft]).toEqual([false, 0]);
		}));

	test("the same script plays the same", async () => {
		await fc.assert(
			fc.asyncProperty(randomRun, async (run) => {
				const [one, two] = [await playRandom(run), await playRandom(run)];
				expect(two.events).toEqual(one.events);
				expect(two.outcome).toEqual(one.outcome);
			}),
		);
	});
});

/** Whether the last reply that a turn got (of summaries aside) left it nothing to wait for. */
function hasAnswered(events: readonly AgentEvent[], code: StopCode): boolean {
	if (code === "pool_exhausted") return false;
	const turn = events.slice(events.findLastIndex(({ type }) => type === "turn-start"));
	const requests = pick(turn, "request").filter(({ purpose }) => purpose !== "summary");
	const request = requests.at(-1);
	const reply = pick(turn, "reply").find(({ index }) => index === request?.index)?.reply;
	if (reply?.ok !== true) return false;
	const { message, stop } = reply;
	if (stop.kind === "max-tokens" || stop.kind === "context-window") return false;
	const spoke = textsOf(message).join("").trim() !== "";
	if (request?.purpose === "final") return spoke;
	if (callsOf(message).length > 0 || stop.kind === "pause") return false;
	return spoke || (message.content.length > 0 && stop.kind !== "end" && stop.kind !== "tool-use");
}

function textsOf({ content }: Message): readonly string[] {
	return content.flatMap((block) => (block.type === "text" ? [block.text] : []));
}
