import { readdir, readFile } from "node:fs/promises";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { anthropicModel } from "../../src/model/anthropic.ts";
import { cut, message, text } from "../support/messages-server/answer.ts";
import { invalidJson } from "../support/messages-server/fault.ts";
import { startMessagesServer } from "../support/messages-server/server.ts";
import { KEY, liveModel, replied, request } from "./given.ts";

const AMBIENT = {
	ANTHROPIC_API_KEY: "sk-ambient",
	ANTHROPIC_AUTH_TOKEN: "token-ambient",
	ANTHROPIC_BASE_URL: "http://127.0.0.1:1",
	ANTHROPIC_CUSTOM_HEADERS: "x-ambient: 1\nanthropic-beta: ambient\nauthorization: Bearer ambient",
	ANTHROPIC_LOG: "debug",
	ANTHROPIC_PROFILE: "ambient",
};

let before: NodeJS.ProcessEnv = {};

beforeEach(() => {
	before = { ...process.env };
	Object.assign(process.env, AMBIENT);
});

afterEach(() => {
	for (const name of Object.keys(AMBIENT)) delete process.env[name];
	Object.assign(process.env, before);
});

test("the environment changes neither where a request goes nor what it says", async () => {
	await using server = await startMessagesServer([message([text("ok")])]);

	replied(await liveModel(server).call(request(), null));

	const { headers } = server.requests[0]!;
	expect(headers.authorization).toBe(`Bearer ${KEY}`);
	expect(headers).not.toHaveProperty("x-ambient");
	expect(headers).not.toHaveProperty("anthropic-beta");
	expect(process.env.ANTHROPIC_CUSTOM_HEADERS).toBe(AMBIENT.ANTHROPIC_CUSTOM_HEADERS);
});

test("without a base_url it is the public API", async () => {
	const asked: string[] = [];
	vi.stubGlobal("fetch", async (url: string) => {
		asked.push(url);
		throw new TypeError("no network in tests");
	});

	await anthropicModel({ model: "m", baseUrl: null, apiKey: KEY, params: {} }).call(request(), null);

	expect(asked).toEqual(["https://api.anthropic.com/v1/messages"]);
	vi.unstubAllGlobals();
});

test("the SDK prints nothing, on no stream, whatever goes wrong", async () => {
	const printed = (["log", "debug", "info", "warn", "error"] as const).map((level) => vi.spyOn(console, level));
	await using server = await startMessagesServer([message([text("ok")]), cut(message([text("ok")]), 3, invalidJson)]);
	const model = liveModel(server, { model: "claude-sonnet-4-5", params: { thinking: 2_000 } });

	await model.call(request(), null);
	await model.call(request(), null);

	expect(printed.map((spy) => spy.mock.calls)).toEqual([[], [], [], [], []]);
	vi.restoreAllMocks();
});

test("only the live arm loads the SDK", async () => {
	const folder = new URL("../../src/model/", import.meta.url);
	const loading: string[] = [];
	for (const name of await readdir(folder)) {
		if (/from "(@anthropic-ai\/sdk|\.\/anthropic\.ts)/.test(await readFile(new URL(name, folder), "utf8"))) loading.push(name);
	}

	expect(loading).toEqual(["anthropic.ts"]);
});
