import { describe, expect, test } from "vitest";
import type { QueuedInput } from "../../src/agent/queued-input.ts";
import type { ToolResult } from "../../src/agent/tool.ts";
import { TurnOptions } from "../../src/agent/turn-options.ts";
import { sha256 } from "../../src/core/digest.ts";
import type { Json } from "../../src/core/json.ts";
import type { AssistantMessage } from "../../src/core/message.ts";
import { bounded, calling, inTurn, play, reader, type Script, saying, writer } from "./kernel.ts";

/** What no type can keep a caller who writes JavaScript from giving. */
// biome-ignore lint/suspicious/noExplicitAny: stands for values of any wrong type
type Rubbish = any;

const rubbish = async (): Promise<Rubbish> => undefined;

function broken(): never {
	throw new Error("out of order");
}

/** One call of `look` and one of `change`, then an answer. */
async function settled(script: Script) {
	const { outcome, events } = await play({
		replies: [calling("look", "change"), saying("Done."), saying("That too.")],
		tools: [reader("look"), writer("change")],
		...script,
	});
	const notices = events.flatMap((event) => (event.type === "notice" ? [event.text] : []));
	return { code: outcome.cause.code, calls: outcome.calls.map(({ settledBy, result }) => `${settledBy}: ${result}`), notices, outcome };
}

const FINE = "executed: done";

describe("rubbish costs the call, never the run:", () => {
	test.each<[string, Script, readonly string[]]>([
		["a tool without a result", { tools: [reader("look", rubbish), writer("change")] }, ["executed: the tool gave no result", FINE]],
		[
			"a result whose content is no text",
			{ tools: [reader("look", async (): Promise<Rubbish> => ({ content: 5, isError: false })), writer("change")] },
			["executed: the tool gave no result", FINE],
		],
		[
			"a tool that does not say whether it takes its arguments",
			{ tools: [{ ...reader("look"), prepare: (): Rubbish => undefined }, writer("change")] },
			["invalid: The arguments of look are not valid: the tool did not say whether it takes them", FINE],
		],
		[
			"a subject that throws",
			{ tools: [about(broken), writer("change")] },
			["invalid: The arguments of look are not valid: out of order", FINE],
		],
		[
			"a subject that is none",
			{ tools: [about(async (): Promise<Rubbish> => ({ kind: "path" })), writer("change")] },
			["invalid: The arguments of look are not valid: the tool did not say what they are about", FINE],
		],
		["an approver without an answer", { approver: rubbish }, [FINE, "approver: Denied: the approver gave no answer"]],
		[
			"an approval of another shape",
			{ approver: async (): Promise<Rubbish> => ({ allowed: "no" }) },
			[FINE, "approver: Denied: the approver gave no answer"],
		],
		[
			"a hook without an answer",
			{ context: { hooks: { preTool: [rubbish], postTool: [] } } },
			["hook: Blocked by a hook: it gave no answer", "hook: Blocked by a hook: it gave no answer"],
		],
	])("%s", async (_, script, calls) => {
		expect(await settled(script)).toMatchObject({ code: "completed", calls });
	});

	test.each<[string, Script, string]>([
		["a mailbox", { context: { mailbox: { deliver: true, claim: broken } } }, "the mailbox failed: out of order"],
		["a queue asked for steers", { context: { queuedInput: queue({ takeSteers: broken }) } }, "the queue failed: out of order"],
		["a queue asked whether a steer waits", { context: { queuedInput: queue({ hasSteer: broken }) } }, "the queue failed: out of order"],
		["a queue asked for a follow-up", { context: { queuedInput: queue({ takeFollowUp: broken }) } }, "the queue failed: out of order"],
		["a queue asked whether one waits", { context: { queuedInput: queue({ hasFollowUp: broken }) } }, "the queue failed: out of order"],
		["a queue asked what is left", { context: { queuedInput: queue({ waiting: broken }) } }, "the queue failed: out of order"],
		["a meter", { deps: { meter: broken } }, "the meter failed: out of order"],
		[
			"a strategy without a decision",
			{ prompts: [{ prompt: "Go.", options: new TurnOptions({ strategy: { decide: rubbish } }) }] },
			"the strategy failed: it gave no decision",
		],
	])("%s that fails is noted", async (_, script, notice) => {
		const { code, calls, notices } = await settled(script);
		expect({ code, calls }).toEqual({ code: "completed", calls: [FINE, FINE] });
		expect(notices).toContain(notice);
	});
});

const answer: Rubbish = {
	ok: true,
	message: { role: "assistant", content: [{ type: "text", text: "Done." }] },
	stop: { kind: "end", raw: "" },
	usage: { input: 1, output: 1, cacheRead: 0, cacheWrite: 0, complete: true },
};

function callOf(args: Json): AssistantMessage {
	return { role: "assistant", content: [{ type: "tool-call", id: "1", name: "look", args, malformed: null }] };
}

describe("a model that", () => {
	const call = { type: "tool-call", id: "1", name: "look", args: {}, malformed: null };

	test.each<[string, Rubbish]>([
		["gives nothing", undefined],
		["gives half a reply", { ok: true }],
		["gives a failure without a reason", { ok: false }],
		["counts no number", { ...answer, usage: { ...answer.usage, input: Number.NaN } }],
		["counts below nothing", { ...answer, usage: { ...answer.usage, output: -1 } }],
		["stops in a way of its own", { ...answer, stop: { kind: "weary", raw: "" } }],
		["says what is no block", { ...answer, message: { role: "assistant", content: [{ type: "poem" }] } }],
		["calls without arguments", { ...answer, message: { role: "assistant", content: [{ ...call, args: undefined }] } }],
	])("%s has failed", async (_, given) => {
		const { outcome } = await play({ deps: { model: { call: async () => given } } });
		expect(outcome).toMatchObject({ cause: { code: "provider_error", message: "what the model gave is no reply" }, requests: 1 });
	});

	test.each([
		["throws", broken],
		["rejects", async () => broken()],
	])("%s has failed, by its own words", async (_, given) => {
		const { outcome } = await play({ deps: { model: { call: given } } });
		expect(outcome.cause).toMatchObject({ code: "provider_error", message: "out of order" });
	});
});

describe("arguments that are no JSON", () => {
	const cyclic: Rubbish = {};
	cyclic.self = cyclic;
	let deep: Json = {};
	for (let depth = 0; depth < 50_000; depth += 1) deep = { deep };

	test.each([
		["cyclic", cyclic],
		["without a bottom", deep],
	])("%s: are run, and their audit says that they could not be read", async (_, args) => {
		const { outcome } = await play({
			deps: { model: inTurn({ call: async () => ({ ...answer, message: callOf(args) }) }, { call: async () => answer }) },
			tools: [reader("look")],
			context: { budget: bounded({ transcriptChars: 10_000 }) },
		});
		const [audit] = outcome.turns[0]!.audits.values();

		expect([outcome.cause.code, audit!.decision, audit!.argsSha256]).toEqual(["completed", "executed", sha256("unreadable")]);
	});
});

test("where the harness itself breaks, the run rejects once every call of the reply has ended", async () => {
	let ended = false;
	const slow = reader("slow", async (): Promise<ToolResult> => {
		for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
		ended = true;
		return { content: "slow", isError: false };
	});
	const emit = ({ type }: { readonly type: string }): void => {
		if (type === "notice") throw new Error("the disk is full");
	};
	const hooks = { preTool: [], postTool: [async ({ name }: { readonly name: string }) => (name === "look" ? broken() : undefined)] };
	const run = play({ replies: [calling("look", "slow")], tools: [reader("look"), slow], context: { hooks }, deps: { emit } });

	await expect(run).rejects.toThrow("the disk is full");
	expect(ended).toBe(true);
});

/** A queue in which a follow-up waits, but for what is broken. */
function queue(broke: Partial<QueuedInput>): QueuedInput {
	let left = 1;
	return {
		takeSteers: () => [],
		takeFollowUp: () => "And?",
		hasSteer: () => false,
		hasFollowUp: () => left-- > 0,
		waiting: () => [],
		...broke,
	};
}

function about(say: () => Promise<null>) {
	return { ...reader("look"), prepare: () => ({ ok: true, run: async () => ({ content: "done", isError: false }), about: say }) as const };
}
