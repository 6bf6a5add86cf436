import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canonicalJson, type Json } from "../../src/core/json.ts";
import { type Message, userText } from "../../src/core/message.ts";
import type { Scrub } from "../../src/core/scrub.ts";
import type { ScriptReply } from "../../src/model/scripted.ts";
import { requestChain } from "../../src/recording/request-chain.ts";
import { scrubLine } from "../../src/recording/scrub-line.ts";
import { calling, failing, play, queueOf, reader, reply, saying } from "../agent/kernel.ts";

const asIs: Scrub = (value) => value;

/** The digest of a conversation, by the words of DESIGN §4 and nothing of the program but canonical JSON. */
function expected(messages: readonly Message[]): string {
	return messages.reduce(
		(link, message) =>
			createHash("sha256")
				.update(`${link}\n${canonicalJson(message as Json)}`)
				.digest("hex"),
		"",
	);
}

type Script = {
	readonly replies: readonly ScriptReply[];
	readonly compactAtTokens?: number | null;
	readonly queued?: string;
	readonly scrub?: Scrub;
};

/** Every round's request as the model got it, with the digest that it was given. */
async function digestsOf({ replies, compactAtTokens = null, queued = "", scrub = asIs }: Script) {
	const { events, requests } = await play({
		replies,
		tools: [reader("look", async () => ({ content: "seen", isError: false }))],
		context: { compactAtTokens, queuedInput: queueOf(queued) },
	});
	const stamp = requestChain(scrub);
	const stamped = events.flatMap((event) => (event.type === "request" ? [stamp(event)] : []));
	return stamped.map(({ purpose, digest }, at) => ({ purpose, digest, messages: requests[at]?.messages ?? [] }));
}

const looks = (count: number): readonly ScriptReply[] => [...Array.from({ length: count }, () => calling("look")), saying("Done.")];

describe("the digest of a request", () => {
	test("is over the conversation that is sent and nothing else, in plain rounds", async () => {
		const rounds = await digestsOf({ replies: looks(4) });
		expect(rounds).toHaveLength(5);
		expect(rounds.map(({ digest }) => digest)).toEqual(rounds.map(({ messages }) => expected(messages)));
	});

	test("after retries, steering, nudges and compactions, too", async () => {
		const replies = [calling("look"), failing("transport"), calling("look"), saying(""), ...looks(6)];
		const rounds = await digestsOf({ replies, compactAtTokens: 5, queued: "Hurry." });
		expect(new Set(rounds.map(({ purpose }) => purpose))).toEqual(new Set(["round", "summary"]));
		expect(rounds.map(({ digest }) => digest)).toEqual(rounds.map(({ messages }) => expected(messages)));
	});

	test("an attempt that is made again asks the same", async () => {
		const [first, second, third] = await digestsOf({ replies: [failing("transport"), calling("look"), saying("Done.")] });
		expect(second?.digest).toBe(first?.digest);
		expect(third?.digest).not.toBe(first?.digest);
	});

	test("a summary in between leaves the conversation what it was", () => {
		const stamp = requestChain(asIs);
		const ask = (purpose: "round" | "summary", appended: readonly Message[]) =>
			stamp({ type: "request", index: 0, turn: 1, round: 1, purpose, appended, rewritten: purpose === "summary" }).digest;
		const [one, two] = [userText("one"), userText("two")];
		ask("round", [one]);
		ask("summary", [userText("everything so far")]);
		expect(ask("round", [two])).toBe(expected([one, two]));
	});

	test("does not say how much was sent at a time", () => {
		fc.assert(
			fc.property(fc.array(fc.string(), { minLength: 1, maxLength: 6 }), fc.nat(5), (texts, cut) => {
				const messages = texts.map((text) => userText(text));
				const stamp = requestChain(asIs);
				const ask = (appended: readonly Message[]) =>
					stamp({ type: "request", index: 0, turn: 1, round: 1, purpose: "round", appended, rewritten: false }).digest;
				ask(messages.slice(0, cut));
				expect(ask(messages.slice(cut))).toBe(expected(messages));
			}),
		);
	});

	test("is another as soon as one message is", async () => {
		const [, second] = await digestsOf({ replies: looks(1) });
		const other = await digestsOf({ replies: [reply({ text: "Hm.", calls: [{ name: "look", args: {} }] }), saying("Done.")] });
		expect(other[0]?.digest).toBe(expected([userText("Go.")]));
		expect(other[1]?.digest).not.toBe(second?.digest);
	});

	test("is over the scrubbed form, so that a secret changes none", async () => {
		const scrub: Scrub = (text) => text.replaceAll(/key-\d/g, "[KEY]");
		const saysKey = (key: string): Script => ({
			replies: [reply({ text: key, calls: [{ name: "look", args: { key } }] }), saying("Done.")],
			scrub,
		});
		const [one, two] = [await digestsOf(saysKey("key-1")), await digestsOf(saysKey("key-2"))];
		expect(one.map(({ digest }) => digest)).toEqual(two.map(({ digest }) => digest));
	});

	test("takes half a character, which canonical JSON does not", async () => {
		const rounds = await digestsOf({
			replies: [reply({ text: "\ud800", calls: [{ name: "look", args: { "\udc00": "\ud800" } }] }), saying("Done.")],
		});
		expect(rounds).toHaveLength(2);
	});
});

describe("scrubLine", () => {
	test("changes every text but words of ours, and no shape", () => {
		const line = { type: "x", kind: "x", list: [{ text: "x", count: 1, none: null }], args: { type: "x" } };
		expect(scrubLine(line, (value) => JSON.parse(JSON.stringify(value).replaceAll("x", "y")))).toEqual({
			type: "x",
			kind: "x",
			list: [{ text: "y", count: 1, none: null }],
			args: { type: "y" },
		});
	});
});
