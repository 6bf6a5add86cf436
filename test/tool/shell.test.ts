import { existsSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { createTools } from "../../src/tool/registry.ts";
import { bench, fails, succeeds } from "./tool-kit.ts";

const path = process.env.PATH;
afterEach(() => {
	process.env.PATH = path;
});

test.each([
	["its output", "echo one; echo two >&2", succeeds("one\ntwo\n")],
	["that there was none", "true", succeeds("[no output]")],
	["its exit code on a last line", "echo no; exit 3", fails("no\n[exit code 3]")],
	["the exit code on a line of its own", "printf no; exit 3", fails("no\n[exit code 3]")],
	["no output and an exit code", "exit 3", fails("[no output]\n[exit code 3]")],
	["the signal that ended it, as a shell says it", "kill -TERM $$", fails("[no output]\n[exit code 143]")],
])("gives %s", async (_, command, result) => {
	await using on = await bench();
	expect(await on.call("shell", { command })).toEqual(result);
});

test("a signal is told the same where nothing stands around the command", async () => {
	const died = { exitCode: null, signal: "SIGTERM", end: "exited", output: "", truncated: false } as const;
	const sandbox = { owner: null, run: async () => died, close: () => ({ peakBytes: null }) };
	const prepared = createTools({ root: "/tmp", sandbox }, ["shell"])[0]?.prepare({ command: "kill $$" });
	expect(prepared?.ok && (await prepared.run(new AbortController().signal))).toEqual(fails("[no output]\n[exit code 143]"));
});

test("runs bash in the workspace with the trial's environment", async () => {
	await using on = await bench({ file: "content" });
	const command = 'cat file; [[ $PWD == "$WORKSPACE" ]] && echo; echo "$HOME $TMPDIR $TZ"; touch "$HOME/x" "$TMPDIR/y"; ls';
	expect(await on.call("shell", { command })).toEqual(succeeds("content\n$HOME $TMPDIR UTC\nfile\n"));
	expect(["home/x", "tmp/y"].map((name) => readFileSync(join(on.root, "..", name), "utf8"))).toEqual(["", ""]);
});

test("shows the workspace by its name and not by its place", async () => {
	await using on = await bench();
	mkdirSync(join(on.root, "sub"));
	expect(await on.call("shell", { command: "cd sub; pwd; exit 1" })).toEqual(fails("$WORKSPACE/sub\n[exit code 1]"));
});

test("a command beyond its time is stopped, with what it had printed", async () => {
	await using on = await bench();
	expect(await on.call("shell", { command: "echo begun; sleep 1000", timeout_seconds: 1 })).toEqual(fails("begun\n[timed out after 1 s]"));
});

test("a command can be cancelled", async () => {
	await using on = await bench();
	const controller = new AbortController();
	const running = on.call("shell", { command: "echo begun; touch began; sleep 1000" }, controller.signal);
	while (!existsSync(join(on.root, "began"))) await pause(5);
	controller.abort();
	expect(await running).toEqual(fails("begun\n[cancelled]"));
});

test("output beyond 200,000 bytes is cut, and the end is still told", async () => {
	await using on = await bench();
	const { content, isError } = await on.call("shell", { command: "head -c 300000 /dev/zero | tr '\\0' x; exit 2" });
	expect(isError).toBe(true);
	expect(content).toBe(`${"x".repeat(200_000)}\n[output cut at 200000 bytes]\n[exit code 2]`);
});

test("the longest command that is taken runs", async () => {
	await using on = await bench();
	expect(await on.call("shell", { command: `: ${"x".repeat(131_069)}` })).toEqual(succeeds("[no output]"));
});

test("without bash, sh does", async () => {
	await using folder = await bench();
	mkdirSync(join(folder.root, "bin"));
	symlinkSync("/bin/sh", join(folder.root, "bin/sh"));
	process.env.PATH = join(folder.root, "bin");
	await using on = await bench();
	expect(await on.call("shell", { command: "echo from $0" })).toEqual(succeeds("from sh\n"));
});

test("a workspace that is gone is said by every tool, without its place", async () => {
	await using on = await bench();
	expect(await on.call("shell", { command: 'rm -rf "$WORKSPACE"; echo gone' })).toEqual(succeeds("gone\n"));
	expect(await on.call("shell", { command: "pwd" })).toEqual(fails("[no output]\n[not started: the working folder does not exist]"));
	expect(await on.call("fs_list", {})).toEqual(fails(".: does not exist"));
	expect(await on.call("fs_read", { path: "a" })).toEqual(fails("a: does not exist"));
	expect(await on.call("fs_write", { path: "a", content: "" })).toEqual(fails("a: does not exist"));
	expect(await on.call("fs_search", { pattern: "a" })).toEqual(fails(".: does not exist"));
});
