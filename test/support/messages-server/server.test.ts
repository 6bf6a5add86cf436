import { expect, test } from "vitest";
import { type Answer, cut, message, text, toolUse, toolUsePieces } from "./answer.ts";
import { errorEvent, status } from "./fault.ts";
import { startMessagesServer } from "./server.ts";

async function ask(url: string, body: object): Promise<{ readonly status: number; readonly type: string | null; readonly body: string }> {
	const response = await fetch(`${url}/v1/messages`, { method: "POST", body: JSON.stringify(body) });
	return { status: response.status, type: response.headers.get("content-type"), body: await response.text() };
}

test("the stand-in streams when it is asked to, else it answers with one document", async () => {
	await using server = await startMessagesServer(() => message([text("Hel", "lo"), toolUse("t", { a: 1 })]));

	const streamed = await ask(server.url, { stream: true });
	const whole = await ask(server.url, {});

	expect(streamed.type).toBe("text/event-stream");
	expect(streamed.body.match(/^event: .*$/gm)?.map((line) => line.slice(7))).toEqual([
		"message_start",
		...["content_block_start", "content_block_delta", "content_block_delta", "content_block_stop"],
		...["content_block_start", "content_block_delta", "content_block_stop"],
		"message_delta",
		"message_stop",
	]);
	expect(JSON.parse(whole.body)).toMatchObject({
		type: "message",
		content: [
			{ type: "text", text: "Hello" },
			{ type: "tool_use", id: "toolu_01", name: "t", input: { a: 1 } },
		],
		stop_reason: "tool_use",
		usage: { input_tokens: 10, output_tokens: 5 },
	});
});

test("it refuses what its script does not foresee, and keeps what it was asked", async () => {
	await using server = await startMessagesServer([status(529)]);

	expect((await ask(server.url, { stream: true, n: 1 })).status).toBe(529);
	expect(await ask(server.url, { stream: true, n: 2 })).toMatchObject({ status: 400, body: expect.stringContaining("no answer 2") });
	expect((await fetch(`${server.url}/v1/models`)).status).toBe(404);
	expect(server.requests.map(({ body }) => body.n)).toEqual([1, 2]);
});

test("an answer can be held back until the test lets it go", async () => {
	let release = (): void => {};
	const gate = new Promise<void>((resolve) => {
		release = resolve;
	});
	await using server = await startMessagesServer(async (_, index) => {
		if (index === 0) await gate;
		return message([text(String(index))]);
	});
	const order: string[] = [];

	const first = ask(server.url, {}).then(() => order.push("first"));
	while (server.requests.length < 1) await new Promise((resolve) => setImmediate(resolve));
	await ask(server.url, {}).then(() => order.push("second"));
	release();
	await first;

	expect(order).toEqual(["second", "first"]);
});

/** What a client gets of a plain answer, and whether it can know that there was more. */
async function plainly(answer: Answer): Promise<{ readonly text: string; readonly failed: boolean }> {
	await using server = await startMessagesServer([answer]);
	const response = await fetch(`${server.url}/v1/messages`, { method: "POST", body: "{}" });
	const decoder = new TextDecoder();
	let received = "";
	try {
		for await (const chunk of response.body ?? []) received += decoder.decode(chunk, { stream: true });
	} catch {
		return { text: received, failed: true };
	}
	return { text: received, failed: false };
}

test("a plain reply breaks off where its stream would, and a client can tell", async () => {
	const hello = message([text("Hel", "lo")]);
	const whole = await plainly(hello);

	const half = await plainly(cut(hello, 3, "end"));

	expect(whole.failed).toBe(false);
	expect(half.failed).toBe(true);
	expect(whole.text.startsWith(half.text)).toBe(true);
	expect(half.text).toHaveLength(Math.floor((whole.text.length * 3) / 7));
	expect(await plainly(cut(hello, 3, "reset"))).toMatchObject({ failed: true });
});

test("a plain reply has no place for an event", async () => {
	const { text: body } = await plainly(cut(message([text("ok")]), 3, errorEvent("overloaded_error", "Overloaded")));

	expect(JSON.parse(body)).toMatchObject({ error: { type: "invalid_request_error", message: "a plain reply has no events" } });
});

test.each([
	["an object", ['{"a"', ": 1}"], { a: 1 }],
	["nothing", [], {}],
	["a list", ["[1, 2]"], "[1, 2]"],
	["cut off", ['{"a'], '{"a'],
])("arguments that were streamed in pieces stand in a document as what they are: $0", async (_, pieces, input) => {
	const { text: body } = await plainly(message([toolUsePieces("t", pieces)]));

	expect(JSON.parse(body).content).toEqual([{ type: "tool_use", id: "toolu_01", name: "t", input }]);
});
