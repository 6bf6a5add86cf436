import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { bytePath } from "../support/temp-folder.ts";
import { bench, fails, succeeds } from "./tool-kit.ts";

describe("fs_list", () => {
	test("lists one level, sorted by code unit, with folders, links and special files marked", async () => {
		await using on = await bench({ "b/inner": "", "B.txt": "", "a.txt": "", ".hidden": "" });
		symlinkSync("a.txt", join(on.root, "link"));
		symlinkSync(join(on.root, "b"), join(on.root, "absolute"));
		symlinkSync("/etc", join(on.root, "out"));
		execFileSync("mkfifo", [join(on.root, "pipe")]);
		writeFileSync(bytePath(on.root, 0x7a, 0xff), "");
		expect(await on.call("fs_list", {})).toEqual(
			succeeds(
				[
					".hidden",
					"B.txt",
					"a.txt",
					"absolute -> $WORKSPACE/b",
					"b/",
					"link -> a.txt",
					"out -> /etc",
					"pipe [no regular file]",
					"z\\xff",
				].join("\n"),
			),
		);
	});

	test("goes as deep as asked, and never through a link", async () => {
		await using on = await bench({ "a/b/c/d": "", "a/file": "" });
		symlinkSync("..", join(on.root, "a/b/up"));
		expect(await on.call("fs_list", { path: "a", depth: 2 })).toEqual(succeeds("b/\nb/c/\nb/up -> ..\nfile"));
		expect(await on.call("fs_list", { path: "$WORKSPACE", depth: 9 })).toEqual(succeeds("a/\na/b/\na/b/c/\na/b/c/d\na/b/up -> ..\na/file"));
	});

	test("says what is empty, missing, outside or no folder", async () => {
		await using on = await bench({ file: "" });
		mkdirSync(join(on.root, "empty"));
		expect(await on.call("fs_list", { path: "empty" })).toEqual(succeeds("[empty]"));
		expect(await on.call("fs_list", { path: "none" })).toEqual(fails("none: does not exist"));
		expect(await on.call("fs_list", { path: ".." })).toEqual(fails("..: outside of $WORKSPACE"));
		expect((await on.call("fs_list", { path: "file" })).isError).toBe(true);
	});
});

describe("fs_read", () => {
	const TEN = Array.from({ length: 10 }, (_, index) => `line ${index + 1}\n`).join("");

	test("gives a file byte for byte, line ends and byte order mark included", async () => {
		const content = "\ufeffone\r\ntwo\n\nthree without an end";
		await using on = await bench({ file: content });
		expect(await on.call("fs_read", { path: "file" })).toEqual(succeeds(content));
	});

	test("gives the lines asked for, and says how to go on when there are more", async () => {
		await using on = await bench({ ten: TEN });
		expect(await on.call("fs_read", { path: "ten", offset: 4, limit: 2 })).toEqual(
			succeeds("line 4\nline 5\n[lines 4 to 5 of 10; go on with offset 6]"),
		);
		expect(await on.call("fs_read", { path: "ten", offset: 9, limit: 2 })).toEqual(succeeds("line 9\nline 10\n"));
		expect(await on.call("fs_read", { path: "ten", offset: 10 })).toEqual(succeeds("line 10\n"));
	});

	test("past the end is an error that says how long the file is", async () => {
		await using on = await bench({ ten: TEN, empty: "" });
		expect(await on.call("fs_read", { path: "ten", offset: 11 })).toEqual(fails("offset: the file has 10 lines"));
		expect(await on.call("fs_read", { path: "empty", offset: 2 })).toEqual(fails("offset: the file has 0 lines"));
		expect(await on.call("fs_read", { path: "empty" })).toEqual(succeeds("[empty]"));
	});

	test("reads at most 2,000 lines unless asked for more", async () => {
		await using on = await bench({ long: "x\n".repeat(2_001) });
		expect((await on.call("fs_read", { path: "long" })).content).toMatch(/\[lines 1 to 2000 of 2001; go on with offset 2001\]$/);
		expect((await on.call("fs_read", { path: "long", limit: 3_000 })).content).toBe("x\n".repeat(2_001));
	});

	test.each([
		["a zero byte", Buffer.from("a\0b")],
		["bytes that are no UTF-8", Buffer.from([0x61, 0xff])],
	])("%s makes a file binary", async (_, content) => {
		await using on = await bench();
		writeFileSync(join(on.root, "data"), content);
		expect(await on.call("fs_read", { path: "data" })).toEqual(fails("data: is binary, not UTF-8 text"));
		expect(await on.call("fs_edit", { path: "data", old: "a", new: "b" })).toEqual(fails("data: is binary, not UTF-8 text"));
	});

	test("what cannot be read is an error without the place of the workspace", async () => {
		await using on = await bench({ "a/b": "" });
		expect(await on.call("fs_read", { path: `${on.root}/none` })).toEqual(fails("$WORKSPACE/none: does not exist"));
		expect(await on.call("fs_read", { path: "a" })).toEqual(fails("a: is a folder"));
		expect(await on.call("fs_read", { path: "/etc/passwd" })).toEqual(fails("/etc/passwd: outside of $WORKSPACE"));
	});
});

describe("fs_write", () => {
	test("makes folders and replaces the whole file", async () => {
		await using on = await bench({ "old.txt": "a long old content" });
		expect(await on.call("fs_write", { path: "new/deep/é.txt", content: "é\r\n" })).toEqual(succeeds("Wrote 4 bytes to new/deep/é.txt"));
		expect(await on.call("fs_write", { path: `${on.root}/old.txt`, content: "" })).toEqual(succeeds("Wrote 0 bytes to old.txt"));
		expect(["new/deep/é.txt", "old.txt"].map((path) => readFileSync(join(on.root, path), "utf8"))).toEqual(["é\r\n", ""]);
	});

	test("writes nothing outside", async () => {
		await using on = await bench();
		symlinkSync("../tmp/new", join(on.root, "link"));
		expect(await on.call("fs_write", { path: "link", content: "x" })).toEqual(fails("link: outside of $WORKSPACE"));
		expect(await on.call("fs_write", { path: "../tmp/x", content: "x" })).toEqual(fails("../tmp/x: outside of $WORKSPACE"));
		expect(execFileSync("ls", ["-A", join(on.root, "../tmp")], { encoding: "utf8" })).toBe("");
	});
});

describe("fs_edit", () => {
	async function edited(before: string, args: { old: string; new: string; all?: boolean }): Promise<string> {
		await using on = await bench({ file: before });
		const result = await on.call("fs_edit", { path: "file", ...args });
		const after = readFileSync(join(on.root, "file"), "utf8");
		if (result.isError) expect(after).toBe(before);
		return result.isError ? result.content : after;
	}

	test.each([
		["the one occurrence", "a b c", { old: "b", new: "x" }, "a x c"],
		["with nothing", "a b c", { old: " b", new: "" }, "a c"],
		["every one, if all", "b b b", { old: "b", new: "bb", all: true }, "bb bb bb"],
		["with text that means something to String.replace", "a b c", { old: "b", new: "$& $1 $$ $`" }, "a $& $1 $$ $` c"],
		["text that means something to a regular expression", "a.*(c)", { old: ".*(", new: "-" }, "a-c)"],
		["CRLF written as such", "a\r\nb\r\n", { old: "a\r\nb", new: "x\r\ny\r\nz" }, "x\r\ny\r\nz\r\n"],
		["CRLF written as LF, keeping CRLF", "a\r\nb\r\nc\r\n", { old: "a\nb\n", new: "x\ny\nz\n" }, "x\r\ny\r\nz\r\nc\r\n"],
		["one line of a CRLF file by several", "a\r\nb\r\n", { old: "a", new: "x\ny" }, "x\r\ny\r\nb\r\n"],
		["mixed line ends exactly as they are", "a\r\nb\nc\n", { old: "b\nc", new: "x\ny" }, "a\r\nx\ny\n"],
	])("replaces %s", async (_, before, args, after) => {
		expect(await edited(before, args)).toBe(after);
	});

	test.each([
		["nothing found", "a b", { old: "x", new: "y" }, "old: does not occur in the file"],
		["several", "b b b", { old: "b", new: "y" }, "old: occurs 3 times; give more of the text around it, or set all"],
		["several that overlap", "aaa", { old: "aa", new: "y" }, "old: occurs 2 times; give more of the text around it, or set all"],
		["no change", "a b", { old: "b", new: "b" }, "new: is the same as old"],
		["LF where line ends are mixed", "a\r\nb\nc\n", { old: "a\nb", new: "x" }, "old: does not occur in the file"],
	])("refuses %s and leaves the file alone", async (_, before, args, problem) => {
		expect(await edited(before, args)).toBe(problem);
	});
});

test("a name that would read as more than one line is said as JSON", async () => {
	await using on = await bench();
	const path = "a\nWrote 9 bytes to b";
	expect(await on.call("fs_write", { path, content: "x" })).toEqual(succeeds('Wrote 1 bytes to "a\\nWrote 9 bytes to b"'));
	expect(await on.call("fs_edit", { path, old: "x", new: "y" })).toEqual(succeeds('Edited "a\\nWrote 9 bytes to b"'));
});
