import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { FAILURE_KINDS } from "../../src/agent/model.ts";
import { UsageError } from "../../src/core/error.ts";
import type { Json } from "../../src/core/json.ts";
import { readScriptFile, repliesFor, type Script } from "../../src/model/script-file.ts";
import type { ScriptReply } from "../../src/model/scripted.ts";

let folder = "";
beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), "assay-script-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function written(...lines: readonly string[]): Promise<string> {
	const file = join(folder, "replies.jsonl");
	await writeFile(file, lines.join("\n"));
	return file;
}

async function repliesOf(...replies: readonly Json[]): Promise<readonly ScriptReply[] | null> {
	return repliesFor(await readScriptFile(await written(JSON.stringify({ case: "a", replies }))), "a");
}

/** `line: what` of every problem, and nothing but them. */
async function problemsOf(...lines: readonly string[]): Promise<readonly string[]> {
	const error: unknown = await readScriptFile(await written(...lines)).catch((thrown: unknown) => thrown);
	if (!(error instanceof UsageError)) throw new Error("the script was read");
	return error.problems.map(({ line, what }) => `${line}: ${what}`);
}

const PLAIN = { text: null, calls: [], usage: null, stop: null, delayMs: 0, failure: null };

test("a script is written as an oracle is: a call, a parallel round, an answer", async () => {
	expect(
		await repliesOf(
			{ fs_write: { path: "a", content: "1" } },
			[{ fs_read: { path: "a" } }, { fs_list: {} }],
			[{ shell: { command: "true" } }],
			{ say: "Done." },
		),
	).toEqual([
		{ ...PLAIN, calls: [{ name: "fs_write", args: { path: "a", content: "1" } }] },
		{
			...PLAIN,
			calls: [
				{ name: "fs_read", args: { path: "a" } },
				{ name: "fs_list", args: {} },
			],
		},
		{ ...PLAIN, calls: [{ name: "shell", args: { command: "true" } }] },
		{ ...PLAIN, text: "Done." },
	]);
});

test("a reply can say everything", async () => {
	expect(
		await repliesOf(
			{
				text: "Both.",
				calls: [
					{ tool: "fs_read", args: { path: "a" } },
					{ tool: "fs_read", malformed: '{"path' },
				],
				usage: { input_tokens: 10, output_tokens: 2, cache_read_tokens: 3 },
				stop: "tool_use",
				delay_ms: 5,
			},
			{ text: "Hal", failure: { kind: "overloaded", message: "busy", retry_after_ms: 40 }, usage: { input_tokens: 10 } },
			{ failure: { kind: "transport" } },
		),
	).toEqual([
		{
			text: "Both.",
			calls: [
				{ name: "fs_read", args: { path: "a" }, malformed: null },
				{ name: "fs_read", args: {}, malformed: '{"path' },
			],
			usage: { input: 10, output: 2, cacheRead: 3, cacheWrite: 0, complete: true },
			stop: "tool-use",
			delayMs: 5,
			failure: null,
		},
		{
			...PLAIN,
			text: "Hal",
			failure: { kind: "overloaded", message: "busy", retryAfterMs: 40 },
			usage: { input: 10, output: 0, cacheRead: 0, cacheWrite: 0, complete: false },
		},
		{ ...PLAIN, failure: { kind: "transport", message: "scripted failure", retryAfterMs: null } },
	]);
});

test.each(FAILURE_KINDS)("a reply can fail as %s", async (kind) => {
	expect(await repliesOf({ failure: { kind } })).toMatchObject([{ failure: { kind } }]);
});

test("a line for * answers every case without a line of its own", async () => {
	const script: Script = await readScriptFile(
		await written('{"case": "own", "replies": [{"say": "Mine."}]}', "", '{"case": "*", "replies": [{"say": "Any."}]}', ""),
	);

	expect(repliesFor(script, "own")).toEqual([{ ...PLAIN, text: "Mine." }]);
	expect(repliesFor(script, "other")).toEqual([{ ...PLAIN, text: "Any." }]);
	expect(repliesFor(new Map(), "other")).toBeNull();
});

test("every problem is told at once, each at its line", async () => {
	expect(
		await problemsOf(
			'{"case": "a", "replies": [{"say": "ok"}]}',
			'{"case": "a", "replies": []}',
			"",
			'{"case": "b"',
			'{"case": "", "replys": []}',
			'{"case": "c", "replies": [{"fs_read": "a"}, {"a": {}, "b": {}}, 7, [], [{"say": "no"}], {}]}',
			'{"case": "d", "replies": [{"text": "x", "dely_ms": 1}, {"delay_ms": -1}, {"stop": "ends"}, {"calls": [{"tool": "t", "args": {}, "malformed": "x"}]}]}',
			'{"case": "e", "replies": [{"calls": [{"tool": "t"}], "failure": {"kind": "transport"}}]}',
			'{"case": "f", "replies": [{"usage": {"input_tokens": 1e10}}, {"failure": {}}, {"delay_ms": 1.5}]}',
			"[]",
		),
	).toEqual([
		"2: case a has a line already",
		"4: is no JSON object",
		"5: case is empty",
		"5: replies is missing",
		'5: the line has an unknown key: "replys"',
		"6: replies[0].fs_read must be a map",
		"6: replies[1] is no reply and no call of one tool",
		"6: replies[2] is no reply and no call of one tool",
		"6: replies[3] is an empty round",
		"6: replies[4][0] is no reply and no call of one tool",
		"6: replies[5] is no reply and no call of one tool",
		'7: replies[0] has an unknown key: "dely_ms"',
		"7: replies[1].delay_ms must be at least 0",
		'7: replies[2].stop cannot be "ends"',
		"7: replies[3].calls[0] has both args and malformed",
		"8: replies[0] has calls though it fails",
		"9: replies[0].usage.input_tokens must be at most 1000000000",
		"9: replies[1].failure.kind is missing",
		"9: replies[2].delay_ms must be a whole number",
		"10: the line must be a map",
	]);
});

test("a key that a line says twice, and depth, are told with their columns", async () => {
	const deep = `${"[".repeat(5_000)}${"]".repeat(5_000)}`;
	const file = await written(
		'{"case": "a", "case": "b", "replies": [{"fs_read": {"path": "x", "path": "y"}}]}',
		`{"case": "c", "replies": [{"shell": {"command": ${deep}}}]}`,
	);
	const error: unknown = await readScriptFile(file).catch((thrown: unknown) => thrown);
	expect(error instanceof UsageError ? error.message : error).toBe(
		[
			`${file}:1:15: duplicate key "case"; keep one of them`,
			`${file}:1:66: duplicate key "path"; keep one of them`,
			`${file}:2:145: is nested deeper than 100 levels; write it flatter`,
		].join("\n"),
	);
});

test("a problem names the file", async () => {
	const file = await written('{"case": 1, "replies": []}');

	await expect(readScriptFile(file)).rejects.toThrow(`${file}:1:1: case must be a text; write a text`);
});

test("a file that says nothing, or is not there, is refused", async () => {
	expect(await problemsOf("", "\n")).toEqual(["1: the script has no line"]);
	await expect(readScriptFile(join(folder, "none.jsonl"))).rejects.toThrow(/none\.jsonl: the script cannot be read: ENOENT/);
});
