import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect, test } from "vitest";
import { inspectFixture } from "../../src/workspace/fixture.ts";
import { bytePath, tempFolder } from "../support/temp-folder.ts";
import { deepTree } from "./deep-tree.ts";

const FILES = { "a.txt": "a", "src/b.js": "b", "src/deep/c.js": "c" };

test("the same content in another folder has the same digest and no problems", async () => {
	await using one = await tempFolder(FILES);
	await using two = await tempFolder(Object.fromEntries(Object.entries(FILES).toReversed()));
	for (const { path } of [one, two]) symlinkSync("deep/c.js", join(path, "src/link"));
	const inspected = await inspectFixture(one.path);
	expect(inspected.problems).toEqual([]);
	expect(inspected.digest).toMatch(/^[0-9a-f]{64}$/);
	expect(await inspectFixture(two.path)).toEqual(inspected);
});

test.each<[string, (path: string) => void]>([
	["content", (path) => writeFileSync(join(path, "a.txt"), "A")],
	["a name", (path) => writeFileSync(join(path, "a2.txt"), "")],
	["the exec bit", (path) => chmodSync(join(path, "a.txt"), 0o755)],
	["a link", (path) => symlinkSync("a.txt", join(path, "link"))],
	["an empty folder", (path) => mkdirSync(join(path, "empty"))],
])("%s changes the digest", async (_, change) => {
	await using folder = await tempFolder(FILES);
	const before = await inspectFixture(folder.path);
	change(folder.path);
	expect((await inspectFixture(folder.path)).digest).not.toBe(before.digest);
});

test("the target of a link changes the digest", async () => {
	await using one = await tempFolder(FILES);
	await using two = await tempFolder(FILES);
	symlinkSync("a.txt", join(one.path, "link"));
	symlinkSync("./a.txt", join(two.path, "link"));
	expect((await inspectFixture(one.path)).digest).not.toBe((await inspectFixture(two.path)).digest);
});

test("permissions beyond the exec bit are no part of the digest", async () => {
	await using folder = await tempFolder(FILES);
	const before = await inspectFixture(folder.path);
	chmodSync(join(folder.path, "a.txt"), 0o666);
	chmodSync(join(folder.path, "src"), 0o777);
	expect(await inspectFixture(folder.path)).toEqual(before);
});

test("all problems come at once, sorted, without the place of the fixture", async () => {
	await using folder = await tempFolder({ "sub/here/file": "" });
	const link = (target: string, name: string): void => symlinkSync(target, join(folder.path, name));
	link("../../etc/passwd", "sub/out");
	link("/etc/passwd", "absolute");
	link(folder.path, "absolute-inside");
	link("nowhere", "dangling");
	link("round", "round");
	link("sub/here/file/x", "through-file");
	link("nowhere/../sub", "over-nothing");
	link(`../${folder.path.split("/").at(-1)}/sub`, "out-and-back");
	link(".", "self");
	link("self/../sub", "out-by-self");
	execFileSync("mkfifo", [join(folder.path, "pipe")]);
	writeFileSync(bytePath(folder.path, 0x62, 0xff), "");
	const server = createServer().listen(join(folder.path, "socket"));
	await new Promise((resolve) => server.once("listening", resolve));
	const { problems } = await inspectFixture(folder.path);
	server.close();
	expect(problems).toEqual([
		`absolute-inside: an absolute link (-> ${folder.path})`,
		"absolute: an absolute link (-> /etc/passwd)",
		"b\\xff: the name is not UTF-8",
		"dangling: a link to nothing (-> nowhere)",
		`out-and-back: a link out of the fixture (-> ../${folder.path.split("/").at(-1)}/sub)`,
		"out-by-self: a link out of the fixture (-> self/../sub)",
		"over-nothing: a link to nothing (-> nowhere/../sub)",
		"pipe: a FIFO; a fixture holds files, folders and links",
		"round: a link in a circle (-> round)",
		"socket: a socket; a fixture holds files, folders and links",
		"sub/out: a link out of the fixture (-> ../../etc/passwd)",
		"through-file: a link to nothing (-> sub/here/file/x)",
	]);
});

test("links that stay inside are fine, through folders and other links too", async () => {
	await using folder = await tempFolder({ "a/b/file": "" });
	symlinkSync("a/b", join(folder.path, "to-b"));
	symlinkSync("../../to-b/../b/file", join(folder.path, "a/b/round-about"));
	symlinkSync("to-b/round-about", join(folder.path, "chain"));
	symlinkSync("..", join(folder.path, "a/up"));
	expect((await inspectFixture(folder.path)).problems).toEqual([]);
});

test("a fixture that is missing or no folder is a problem", async () => {
	await using folder = await tempFolder({ file: "" });
	expect((await inspectFixture(join(folder.path, "none"))).problems).toEqual(["the fixture: does not exist"]);
	expect((await inspectFixture(join(folder.path, "file"))).problems).toEqual(["the fixture: is not a folder"]);
});

test("a folder too deep for a manifest to look into is a problem", async () => {
	await using tree = await deepTree();
	const path = `${"d/".repeat(512)}d`;
	expect((await inspectFixture(tree.root)).problems).toEqual([`${path}: a path of more than 1024 bytes`]);
});
