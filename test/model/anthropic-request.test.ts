import { expect, test } from "vitest";
import type { Adjustment } from "../../src/agent/model.ts";
import type { JsonObject } from "../../src/core/json.ts";
import { type Message, type ToolCallBlock, type ToolResultBlock, userText } from "../../src/core/message.ts";
import { message, text } from "../support/messages-server/answer.ts";
import { startMessagesServer } from "../support/messages-server/server.ts";
import { KEY, liveModel, request } from "./given.ts";

const SPEC = { name: "fs_read", description: "Reads a file.", inputSchema: { type: "object", properties: { path: { type: "string" } } } };

async function sent(fields: Parameters<typeof request>[0], params: JsonObject = {}): Promise<JsonObject> {
	await using server = await startMessagesServer([message([text("ok")])]);
	await liveModel(server, { params }).call(request(fields), null);
	return server.requests[0]!.body;
}

test("a request is streamed, carries the key as bearer token and says no more than what was asked", async () => {
	await using server = await startMessagesServer([message([text("ok")])]);

	await liveModel(server).call(request(), null);

	expect(server.requests).toHaveLength(1);
	expect(server.requests[0]!.headers).toMatchObject({ authorization: `Bearer ${KEY}`, "content-type": "application/json" });
	expect(server.requests[0]!.body).toEqual({
		model: "stand-in",
		max_tokens: 8_192,
		messages: [{ role: "user", content: [{ type: "text", text: "Go." }] }],
		stream: true,
	});
});

test("the system prompt and the tools go out as given, the tools in their order", async () => {
	const tools = [{ ...SPEC, name: "z" }, SPEC];
	const body = await sent({ system: "Be brief.", tools });

	expect(body.system).toBe("Be brief.");
	expect(body.tools).toEqual([
		{ name: "z", description: "Reads a file.", input_schema: SPEC.inputSchema },
		{ name: "fs_read", description: "Reads a file.", input_schema: SPEC.inputSchema },
	]);
});

test("a request without tools in the middle of a conversation declares what was called, and forbids it", async () => {
	const call = (id: string, name: string): ToolCallBlock => ({ type: "tool-call", id, name, args: {}, malformed: null });
	const result = (id: string): ToolResultBlock => ({ type: "tool-result", id, content: "12", isError: false });
	const messages: readonly Message[] = [
		userText("Read."),
		{ role: "assistant", content: [call("a", "fs_read"), call("b", "shell"), call("c", "fs_read")] },
		{ role: "user", content: [result("a"), result("b"), result("c"), { type: "text", text: "Answer now." }] },
	];
	const body = await sent({ purpose: "final", messages }, { tool_choice: { type: "any" } });

	expect(body.tool_choice).toEqual({ type: "none" });
	expect(body.tools).toEqual([
		{ name: "fs_read", description: "Not available any more.", input_schema: { type: "object" } },
		{ name: "shell", description: "Not available any more.", input_schema: { type: "object" } },
	]);
});

test("an arm's choice of tools goes out only with tools", async () => {
	const params = { tool_choice: { type: "any" } };

	expect((await sent({ tools: [SPEC] }, params)).tool_choice).toEqual({ type: "any" });
	expect(await sent({ purpose: "summary" }, params)).not.toHaveProperty("tool_choice");
});

test("a blank system prompt is left out", async () => {
	expect(await sent({ system: " \n" })).not.toHaveProperty("system");
});

test("a conversation with calls and results is sent in the API's words", async () => {
	const body = await sent({
		messages: [
			userText("Read."),
			{
				role: "assistant",
				content: [
					{ type: "opaque", raw: { type: "thinking", thinking: "hm", signature: "s=" } },
					{ type: "text", text: "I read." },
					{ type: "tool-call", id: "a", name: "fs_read", args: { path: "x" }, malformed: null },
					{ type: "tool-call", id: "b", name: "fs_read", args: {}, malformed: '{"path' },
				],
			},
			{
				role: "user",
				content: [
					{ type: "tool-result", id: "a", content: "12", isError: false },
					{ type: "tool-result", id: "b", content: "not valid", isError: true },
					{ type: "text", text: "Go on." },
				],
			},
		],
	});

	expect(body.messages).toEqual([
		{ role: "user", content: [{ type: "text", text: "Read." }] },
		{
			role: "assistant",
			content: [
				{ type: "thinking", thinking: "hm", signature: "s=" },
				{ type: "text", text: "I read." },
				{ type: "tool_use", id: "a", name: "fs_read", input: { path: "x" } },
				{ type: "tool_use", id: "b", name: "fs_read", input: {} },
			],
		},
		{
			role: "user",
			content: [
				{ type: "tool_result", tool_use_id: "a", content: "12", is_error: false },
				{ type: "tool_result", tool_use_id: "b", content: "not valid", is_error: true },
				{ type: "text", text: "Go on." },
			],
		},
	]);
});

test("what the API refuses to be sent is not sent: blank text, an error without a word, half a surrogate pair", async () => {
	const body = await sent({
		messages: [
			{
				role: "user",
				content: [
					{ type: "tool-result", id: "a", content: "", isError: true },
					{ type: "tool-result", id: "b", content: "", isError: false },
					{ type: "text", text: " \n" },
					{ type: "text", text: "cut \ud83d" },
				],
			},
		],
	});

	expect(body.messages).toEqual([
		{
			role: "user",
			content: [
				{ type: "tool_result", tool_use_id: "a", content: "(no output)", is_error: true },
				{ type: "tool_result", tool_use_id: "b", content: "", is_error: false },
				{ type: "text", text: "cut \ufffd" },
			],
		},
	]);
});

test.each([
	[
		{ temperature: 0.2, top_k: 5 },
		{ temperature: 0.2, top_k: 5, max_tokens: 8_192 },
	],
	[{ max_tokens: 100 }, { max_tokens: 100 }],
	[{ thinking: 2_000 }, { thinking: { type: "enabled", budget_tokens: 2_000 }, max_tokens: 8_192 }],
	[{ thinking: 20_000 }, { thinking: { type: "enabled", budget_tokens: 20_000 }, max_tokens: 21_024 }],
	[{ thinking: true }, { thinking: { type: "adaptive" } }],
	[{ thinking: { type: "disabled" } }, { thinking: { type: "disabled" } }],
	[{ cache: true }, { cache_control: { type: "ephemeral" } }],
	[{ cache: "1h" }, { cache_control: { type: "ephemeral", ttl: "1h" } }],
])("params %j go out as %j", async (params, expected) => {
	expect(await sent({}, params)).toMatchObject(expected);
});

test("params that are off are left out", async () => {
	const body = await sent({}, { thinking: false, cache: null });

	expect(Object.keys(body).toSorted()).toEqual(["max_tokens", "messages", "model", "stream"]);
});

test("one model uses its connections again", async () => {
	await using server = await startMessagesServer(() => message([text("ok")]));
	const model = liveModel(server);

	for (let round = 0; round < 20; round += 1) await model.call(request(), null);

	expect(server.requests).toHaveLength(20);
	expect(server.connections()).toBeLessThan(5);
});

test.each([
	[{ model: "other" }, { thinking: 2_000 }, { model: "other", thinking: { type: "enabled", budget_tokens: 2_000 }, max_tokens: 8_192 }],
	[
		{ reasoning: 4_000 },
		{ thinking: 2_000 },
		{ model: "stand-in", thinking: { type: "enabled", budget_tokens: 4_000 }, max_tokens: 8_192 },
	],
	[{ reasoning: 4_000 }, {}, { thinking: { type: "enabled", budget_tokens: 4_000 }, max_tokens: 8_192 }],
	[{ reasoning: 20_000 }, {}, { thinking: { type: "enabled", budget_tokens: 20_000 }, max_tokens: 21_024 }],
	[{ reasoning: 4_000 }, { max_tokens: 4_000 }, { thinking: { type: "enabled", budget_tokens: 4_000 }, max_tokens: 5_024 }],
	[{ reasoning: 4_000 }, { max_tokens: 6_000 }, { max_tokens: 6_000 }],
	[{ reasoning: { type: "enabled", budget_tokens: 9_000 } }, { max_tokens: 4_000 }, { max_tokens: 10_024 }],
	[{ reasoning: true }, { thinking: 2_000, max_tokens: 4_000 }, { thinking: { type: "adaptive" }, max_tokens: 4_000 }],
	[{ reasoning: { type: "disabled" } }, { thinking: 2_000 }, { thinking: { type: "disabled" } }],
	[{ reasoning: 20_000 }, { temperature: 1, cache: true }, { temperature: 1, cache_control: { type: "ephemeral" } }],
] satisfies [Adjustment, JsonObject, JsonObject][])(
	"the adjustment %j of an arm with %j goes out as %j",
	async (adjustment, params, expected) => {
		expect(await sent({ adjustment }, params)).toMatchObject(expected);
	},
);

test.each([null, false])("an adjustment to reasoning %j takes it out, and what it needed of max_tokens", async (reasoning) => {
	const body = await sent({ adjustment: { reasoning } }, { thinking: 20_000 });

	expect(body).not.toHaveProperty("thinking");
	expect(body.max_tokens).toBe(8_192);
});

test("an adjustment holds for its request alone", async () => {
	await using server = await startMessagesServer(() => message([text("ok")]));
	const model = liveModel(server, { params: { thinking: 2_000 } });

	await model.call(request({ adjustment: { model: "other", reasoning: null } }), null);
	await model.call(request(), null);

	expect(server.requests[1]!.body).toMatchObject({ model: "stand-in", thinking: { type: "enabled", budget_tokens: 2_000 } });
});

test("a reply may be no longer than what its trial has left, and never longer than the arm asks for", async () => {
	await using server = await startMessagesServer(Array.from({ length: 3 }, () => message([text("Done.")])));
	const model = liveModel(server, { params: { max_tokens: 2_000 } });
	for (const maxTokens of [null, 1_500, 9_000]) await model.call(request({ maxTokens }), null);
	expect(server.requests.map(({ body }) => (body as { max_tokens: number }).max_tokens)).toEqual([2_000, 1_500, 2_000]);
});
