import { realpath, symlink } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Json } from "../../src/core/json.ts";
import { noIsolation } from "../../src/isolation/none.ts";
import { createTools, TOOLS, toolSpecs } from "../../src/tool/registry.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { bench, fails } from "./tool-kit.ts";

test("these are the tools, and these of them only read", () => {
	expect([...TOOLS].map(([name, { readOnly }]) => [name, readOnly])).toEqual([
		["ask_user", true],
		["fs_edit", false],
		["fs_list", true],
		["fs_read", true],
		["fs_search", true],
		["fs_write", false],
		["shell", false],
	]);
});

test("specs and tools come sorted by name, each once, and say the same", () => {
	const workspace = { root: "/tmp", sandbox: noIsolation.open("/tmp") };
	const specs = toolSpecs(["shell", "fs_read", "ask_user", "fs_read"]);
	expect(specs.map(({ name }) => name)).toEqual(["ask_user", "fs_read", "shell"]);
	expect(createTools(workspace, ["shell", "fs_read", "ask_user"]).map(({ spec }) => spec)).toEqual(specs);
});

test("a tool that does not exist is a bug of the caller", () => {
	expect(() => toolSpecs(["fs_delete"])).toThrow("there is no tool fs_delete");
});

test("a spec holds a JSON Schema that names required arguments, defaults and bounds", () => {
	expect(toolSpecs(["fs_read"])[0]?.inputSchema).toEqual({
		type: "object",
		properties: {
			path: { type: "string", description: "The file, relative to the workspace." },
			offset: { type: "integer", minimum: 1, maximum: 1_000_000, default: 1, description: "The first line to read, counted from 1." },
			limit: { type: "integer", minimum: 1, maximum: 1_000_000, default: 2_000, description: "How many lines to read." },
		},
		required: ["path"],
		additionalProperties: false,
	});
});

test.each<[string, unknown]>([
	["path: expected a string", {}],
	["path: expected a string", { path: 7 }],
	["offset: expected a whole number", { path: "a", offset: 1.5 }],
	["offset: expected a number", { path: "a", offset: "1" }],
	["limit: expected at least 1", { path: "a", limit: 0 }],
	["limit: expected at most 1000000", { path: "a", limit: 1e300 }],
	["unknown: file, line", { path: "a", file: "a", line: 1 }],
	["path: expected a string; unknown: file", { file: "a" }],
	["the arguments: expected an object", "a"],
	["the arguments: expected an object", null],
	["the arguments: expected an object", ["a"]],
])("%s", (problem, args) => {
	const [tool] = createTools({ root: "/tmp", sandbox: noIsolation.open("/tmp") }, ["fs_read"]);
	expect(tool?.prepare(args as never)).toEqual({ ok: false, problem });
});

test.each([
	["a zero byte", "echo a\0b", "command: expected no zero byte"],
	["more than a program can be given", "é".repeat(65_536), "command: expected at most 131071 bytes"],
])("a command with %s is refused before any system can", (_, command, problem) => {
	const [tool] = createTools({ root: "/tmp", sandbox: noIsolation.open("/tmp") }, ["shell"]);
	expect(tool?.prepare({ command })).toEqual({ ok: false, problem });
});

test.each([
	["ask_user", { question: "?" }],
	["fs_edit", { path: "a", old: "a", new: "b" }],
	["fs_list", {}],
	["fs_read", { path: "a" }],
	["fs_search", { pattern: "a" }],
	["fs_write", { path: "a", content: "b" }],
	["shell", { command: "echo a" }],
])("%s does nothing once its signal has fired", async (name, args) => {
	await using on = await bench({ a: "a" });
	expect(await on.call(name, args, AbortSignal.abort())).toEqual(fails("[cancelled]"));
	expect((await on.call("fs_read", { path: "a" })).content).toBe("a");
});

test("nobody answers a question, and the answer says not to invent one", async () => {
	await using on = await bench();
	const answer = await on.call("ask_user", { question: "Which one?" });
	expect(answer.isError).toBe(false);
	expect(answer.content).toMatch(/Nobody can answer.*do not invent/);
});

describe("what a call is about", () => {
	async function aboutOf(root: string, name: string, args: Json): Promise<unknown> {
		const [tool] = createTools({ root, sandbox: noIsolation.open(root) }, [name]);
		const prepared = tool!.prepare(args);
		return prepared.ok ? await prepared.about?.() : prepared.problem;
	}

	test("is the path from the root, without dots and links, and the command as it stands", async () => {
		await using folder = await tempFolder({ "src/a.js": "", ".git/config": "" });
		const root = await realpath(folder.path);
		await symlink(".git", join(root, "linked"));
		const write = (path: string) => aboutOf(root, "fs_write", { path, content: "" });

		expect(await write("src/../.git/config")).toEqual({ kind: "path", text: ".git/config" });
		expect(await write("linked/hooks/new")).toEqual({ kind: "path", text: ".git/hooks/new" });
		expect(await write(`${root}/src/b.js`)).toEqual({ kind: "path", text: "src/b.js" });
		expect(await write("$WORKSPACE/src/b.js")).toEqual({ kind: "path", text: "src/b.js" });
		expect(await write("../outside")).toBeNull();
		expect(await aboutOf(root, "fs_read", { path: "." })).toEqual({ kind: "path", text: "." });
		expect(await aboutOf(root, "shell", { command: "ls  | wc" })).toEqual({ kind: "command", text: "ls  | wc" });
	});
});
