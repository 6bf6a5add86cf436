import { expect, test } from "vitest";
import { scriptedModel } from "../../src/model/scripted.ts";
import { inTurn, play, reply, saying, stillClock, usage } from "./kernel.ts";

const EMPTY = reply({ text: "" });

test("an empty reply is nudged three times and may recover", async () => {
	const { outcome, requests } = await play({ replies: [EMPTY, EMPTY, EMPTY, saying("Done.")] });

	expect(outcome).toMatchObject({ cause: { code: "completed" }, rounds: 4 });
	expect(requests.map(({ messages }) => messages.map(({ role }) => role))).toEqual([["user"], ["user"], ["user"], ["user"]]);
	expect(requests.at(-1)!.messages[0]!.content).toHaveLength(4);
});

test("the fourth in a row is the end, and no empty message was kept", async () => {
	const { outcome } = await play({ replies: [EMPTY, EMPTY, EMPTY, EMPTY, saying("Never.")] });

	expect(outcome).toMatchObject({ cause: { code: "no_output" }, rounds: 4, requests: 4 });
	expect(outcome.turns[0]!.newMessages.filter(({ role }) => role === "assistant")).toEqual([]);
});

test("an answer between them starts the count anew", async () => {
	const calls = [{ name: "none", args: {} }];
	const { outcome } = await play({ replies: [EMPTY, EMPTY, EMPTY, reply({ calls }), EMPTY, EMPTY, EMPTY, saying("Done.")] });

	expect(outcome.cause.code).toBe("completed");
});

test("white space is no output", async () => {
	const blank = saying(" \n");
	expect((await play({ replies: [blank, blank, blank, blank] })).outcome.cause.code).toBe("no_output");
});

test("an empty refusal is a refusal, not nudged", async () => {
	const { outcome } = await play({ replies: [reply({ stop: "refusal" }), saying("Never.")] });

	expect(outcome).toMatchObject({ cause: { code: "model_refusal" }, requests: 1 });
});

test("an empty reply that pauses is nudged like any other; one that its provider is at goes back as it is", async () => {
	const pauses = Array.from({ length: 4 }, () => reply({ stop: "pause" }));
	const { outcome, requests } = await play({ replies: pauses });
	const searching = { role: "assistant", content: [{ type: "opaque", raw: { type: "server_tool_use" } }] } as const;
	const at = { ok: true, message: searching, stop: { kind: "pause", raw: "pause_turn" }, usage: usage(1, 1) } as const;
	const model = inTurn({ call: async () => at }, scriptedModel([saying("Found.")], { clock: stillClock().clock }));
	const busy = await play({ deps: { model } });

	expect(outcome).toMatchObject({ cause: { code: "no_output" }, requests: 4 });
	expect(requests.every(({ messages }) => messages.at(-1)!.role === "user")).toBe(true);
	expect(busy.outcome).toMatchObject({ cause: { code: "completed" }, requests: 2 });
});
