import { readFileSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import type { JsonObject } from "../../src/core/json.ts";
import { cut, message, text, toolUse, toolUsePieces } from "../support/messages-server/answer.ts";
import { reset, silence, status } from "../support/messages-server/fault.ts";
import { type MessagesServer, type ServerScript, startMessagesServer } from "../support/messages-server/server.ts";
import { assay, type Ended, startAssay } from "../support/program.ts";
import { callsOf, filesBelow, readCard, recording } from "../support/run-files.ts";
import { SAY_READY, suiteFiles } from "../support/suite-files.ts";
import { type TempFolder, tempFolder } from "../support/temp-folder.ts";

const CANARY = "sk-ant-canary-0123456789abcdef";
const KEY = { ASSAY_CANARY: CANARY };
const PRICES = { "stand-in": { input: 3, output: 15, cache_read: 0.3, cache_write: 3.75 } };

type Played = AsyncDisposable & {
	readonly server: MessagesServer;
	readonly folder: TempFolder;
	readonly run: string;
	readonly ended: Ended;
};

/** One trial of a live arm against a stand-in of the API. */
async function play(script: ServerScript, subject: JsonObject = SAY_READY, env: Readonly<Record<string, string>> = KEY): Promise<Played> {
	const server = await startMessagesServer(script);
	const arm = { provider: "anthropic", model: "stand-in", base_url: server.url, api_key_env: "ASSAY_CANARY", params: { max_tokens: 512 } };
	const files = { "fixtures/small/keep.txt": "the word is amber\n" };
	const folder = await tempFolder(suiteFiles({ config: { prices: PRICES }, cases: { one: subject }, arms: { live: arm }, files }));
	const args = ["run", "-a", "live", "-o", "out", "--allow-unsandboxed"];
	const ended = await assay(args, { cwd: folder.path, env });
	const dispose = async (): Promise<void> => {
		await server[Symbol.asyncDispose]();
		await folder[Symbol.asyncDispose]();
	};
	return { server, folder, run: join(folder.path, "out"), ended, [Symbol.asyncDispose]: dispose };
}

function filesWith(secret: string, folder: string): readonly string[] {
	return filesBelow(folder).filter((file) => readFileSync(file, "latin1").includes(secret));
}

const USAGE = { input_tokens: 100, cache_read_input_tokens: 30, cache_creation_input_tokens: 20, output_tokens: 7 };

describe("an anthropic arm", () => {
	test("talks to its base_url: prompt, tools and results go out, streamed calls really run, and the card has what was reported", async () => {
		const subject = {
			prompt: "Which word does keep.txt hold? Write it to word.txt.",
			system: "Be brief.",
			tags: ["x"],
			fixture: "small",
			tools: ["fs_read", "fs_write"],
			expect: {
				contains: "amber",
				tools_in_order: ["fs_read", "fs_write"],
				files: [{ path: "word.txt", equals: "amber" }],
				verify: "grep -q amber word.txt",
			},
		};
		await using played = await play(
			[
				message([text("I ", "look."), toolUsePieces("fs_read", ['{"path": "ke', 'ep.txt"}'], "toolu_1")], { usage: USAGE }),
				message([toolUse("fs_write", { path: "word.txt", content: "amber" }, "toolu_2")], {
					usage: { ...USAGE, output_tokens: 11 },
					pings: 2,
				}),
				message([text("It is ", "amber.")], { usage: { ...USAGE, input_tokens: 160 } }),
			],
			subject,
		);
		const { server, run, ended } = played;

		expect(ended).toMatchObject({ code: 0, stderr: expect.stringMatching(/^PASS /) });
		const [first, second, third] = server.requests.map(({ body }) => body);
		expect(first).toMatchObject({ model: "stand-in", stream: true, max_tokens: 512, messages: [{ role: "user" }] });
		expect(JSON.stringify(first?.system)).toContain("Be brief.");
		expect(JSON.stringify(first?.messages)).toContain("Which word does keep.txt hold?");
		expect(first?.tools).toMatchObject([{ name: "fs_read" }, { name: "fs_write" }]);
		expect(JSON.stringify(second?.messages)).toMatch(/"type":"tool_use","id":"toolu_1".*"tool_use_id":"toolu_1".*the word is amber/);
		expect(third?.messages).toMatchObject(["user", "assistant", "user", "assistant", "user"].map((role) => ({ role })));

		const { trials, arms } = readCard(run);
		const usage = { input_tokens: 360, output_tokens: 25, cache_read_tokens: 90, cache_write_tokens: 60 };
		const nanoUsd = 360 * 3_000 + 25 * 15_000 + 90 * 300 + 60 * 3_750;
		expect(trials).toMatchObject([{ verdict: "pass", stop: "completed", usage: { ...usage, nano_usd: nanoUsd }, tool_calls: 2 }]);
		expect(arms).toMatchObject([{ arm: "live", usage: { ...usage, nano_usd: nanoUsd } }]);
		expect(JSON.parse(readFileSync(join(run, "run.json"), "utf8")).cash).toEqual({ tokens: 385, nano_usd: nanoUsd });
	});

	test("goes on after a 429, a 529, a reset and a stream that breaks off, and charges what failed to the cash book alone", async () => {
		const whole = message([text("rea", "dy")], { usage: USAGE });
		await using played = await play([
			status(429, { headers: { "retry-after": "0" } }),
			status(529, { headers: { "retry-after": "0" } }),
			reset,
			cut(whole, 3, "reset"),
			whole,
		]);
		const { server, run, ended } = played;

		expect(ended.code).toBe(0);
		expect(server.requests).toHaveLength(5);
		expect(readCard(run).trials).toMatchObject([{ verdict: "pass", usage: { input_tokens: 100, output_tokens: 7 } }]);
		expect(recording(run, "live/one/1").filter(({ type }) => type === "reply")).toHaveLength(5);
		const { cash, trials } = JSON.parse(readFileSync(join(run, "run.json"), "utf8"));
		expect(trials["live/one/1"]).toMatchObject({ requests_failed: 4, slept_ms: expect.any(Number) });
		expect(trials["live/one/1"].slept_ms).toBeGreaterThanOrEqual(2_000);
		expect(cash.tokens).toBeGreaterThan(107);
	});

	test.each([
		[401, "HTTP 401 authentication_error"],
		[400, "HTTP 400 invalid_request_error"],
	])("that is refused with %i is an outage at once, never a verdict", async (code, said) => {
		await using played = await play([status(code)]);
		const { server, run, ended } = played;

		expect(ended).toMatchObject({ code: 3, stderr: expect.stringContaining(`live/one/1  provider_error: ${said}`) });
		expect(server.requests).toHaveLength(1);
		expect(readCard(run)).toMatchObject({ complete: false, trials: [{ verdict: "ungraded", stop: "provider_error", checks: [] }] });
	});

	test("whose provider never answers is given up on SIGTERM", async () => {
		let tell = (): void => undefined;
		const asked = new Promise<void>((resolve) => {
			tell = resolve;
		});
		await using server = await startMessagesServer(() => {
			tell();
			return silence;
		});
		const arm = { provider: "anthropic", model: "stand-in", base_url: server.url, api_key_env: "ASSAY_CANARY" };
		await using folder = await tempFolder(suiteFiles({ cases: { one: { ...SAY_READY, tools: ["fs_read"] } }, arms: { live: arm } }));
		const program = startAssay(["run", "-a", "live", "-o", "out"], { cwd: folder.path, env: KEY });
		onTestFinished(() => void program.child.kill("SIGKILL"));
		await Promise.race([asked, program.ended]);
		program.child.kill("SIGTERM");

		expect((await program.ended).code).toBe(143);
		expect(readCard(join(folder.path, "out"))).toMatchObject({ complete: false, trials: [{ verdict: "ungraded", stop: "cancelled" }] });
	});

	test("without its key is refused before anything is asked or made", async () => {
		await using played = await play([], SAY_READY, {});
		const { server, folder, ended } = played;

		expect(ended).toMatchObject({ code: 2, stderr: 'the arm "live" needs a key in ASSAY_CANARY; export ASSAY_CANARY=…\n' });
		expect(server.requests).toEqual([]);
		expect(filesBelow(folder.path).filter((file) => file.includes("/out"))).toEqual([]);
	});
});

describe("the key of a live arm", () => {
	test("goes out in its header alone: no child of a trial has it, no file of the run holds it, whoever says it", async () => {
		await using played = await play(
			[
				message([toolUse("shell", { command: "env" }, "toolu_1")]),
				message([toolUse("shell", { command: "tr '\\0' '\\n' < /proc/$PPID/environ > stolen; cat stolen; true" }, "toolu_2")]),
				message([text(`ready, and the key is ${CANARY}`)]),
			],
			{ ...SAY_READY, expect: { contains: "ready", not_contains: CANARY, verify: "env | grep -v canary" }, oracle: null },
		);
		const { server, run, ended } = played;

		expect(server.requests.map(({ headers }) => Object.values(headers).filter((value) => value?.includes(CANARY)).length)).toEqual([
			1, 1, 1,
		]);
		expect(callsOf(run, "live/one/1")[0]).toMatchObject({ is_error: false, result: expect.stringMatching(/^WORKSPACE=\$WORKSPACE$/m) });
		expect(JSON.stringify(server.requests.slice(0, 2).map(({ body }) => body))).not.toContain(CANARY);
		expect(filesWith(CANARY, run)).toEqual([]);
		expect(ended.stderr + ended.stdout).not.toContain(CANARY);
		expect(readFileSync(join(run, "trials/live/one/1.1.jsonl"), "utf8")).toContain("the key is [ASSAY_CANARY]");
	});

	test("as root, a live model's commands need a word: without isolation and --allow-unsandboxed nothing is asked", async () => {
		await using server = await startMessagesServer([message([text("ready")])]);
		const arm = { provider: "anthropic", model: "stand-in", base_url: server.url, api_key_env: "ASSAY_CANARY" };
		const cases = { one: SAY_READY, two: { ...SAY_READY, withhold: ["shell"] } };
		await using folder = await tempFolder(suiteFiles({ cases, arms: { live: arm } }));
		const asked = await assay(["run", "-a", "live", "-o", "out", "--case", "one", "--isolation", "none"], { cwd: folder.path, env: KEY });
		const withheld = await assay(["run", "-a", "live", "-o", "withheld", "--case", "two", "--isolation", "none"], {
			cwd: folder.path,
			env: KEY,
		});

		const isRoot = userInfo().uid === 0;
		expect(asked).toMatchObject(isRoot ? { code: 2, stderr: expect.stringContaining("--allow-unsandboxed") } : { code: 0 });
		expect(withheld.code).toBe(isRoot ? 0 : 3);
	});
});
