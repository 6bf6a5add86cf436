import { chmod, lstat, mkdir, readFile, readlink, rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { copyIn } from "../../src/grade/copy-in.ts";
import type { VerifyFile } from "../../src/grade/verify-files.ts";
import { type Folder, folderOf, unprivileged } from "./gather-kit.ts";

const hidden = (source: Folder, to: string, executable = false): VerifyFile => ({
	source: join(source.path, "hidden"),
	to,
	executable,
	sha256: "",
});

describe("copyIn", () => {
	test.each([
		["a file", { "test/a.js": "theirs" }],
		["a folder", { "test/a.js/b/c": "theirs" }],
		["a file where a folder is needed", { test: "theirs" }],
		["nothing", {}],
	])("puts a file in place of %s", async (_, files) => {
		await using source = await folderOf({ hidden: "ours" });
		await using root = await folderOf(files);
		await copyIn(root.path, hidden(source, "test/a.js"));
		expect(await readFile(join(root.path, "test/a.js"), "utf8")).toBe("ours");
	});

	test("leaves the files beside it alone", async () => {
		await using source = await folderOf({ hidden: "ours" });
		await using root = await folderOf({ "test/b.js": "theirs" });
		await copyIn(root.path, hidden(source, "test/a.js"));
		expect(await readFile(join(root.path, "test/b.js"), "utf8")).toBe("theirs");
	});

	test("replaces a link instead of writing through it", async () => {
		await using source = await folderOf({ hidden: "ours" });
		await using root = await folderOf({ "elsewhere.js": "kept" });
		await symlink("elsewhere.js", join(root.path, "a.js"));
		await copyIn(root.path, hidden(source, "a.js"));
		expect((await lstat(join(root.path, "a.js"))).isFile()).toBe(true);
		expect(await readFile(join(root.path, "elsewhere.js"), "utf8")).toBe("kept");
	});

	test("replaces a link on the way, and writes nothing where it leads", async () => {
		await using source = await folderOf({ hidden: "ours" });
		await using outside = await folderOf({ "a.js": "kept" });
		await using root = await folderOf();
		await symlink(outside.path, join(root.path, "test"));
		await copyIn(root.path, hidden(source, "test/a.js"));
		expect(await readFile(join(root.path, "test/a.js"), "utf8")).toBe("ours");
		expect(await readFile(join(outside.path, "a.js"), "utf8")).toBe("kept");
	});

	test("writes to a workspace that was replaced by a link, or removed", async () => {
		await using source = await folderOf({ hidden: "ours" });
		await using outside = await folderOf();
		await using parent = await folderOf();
		const root = join(parent.path, "root");
		await symlink(outside.path, root);
		await copyIn(root, hidden(source, "a.js"));
		expect((await lstat(root)).isDirectory()).toBe(true);
		await rm(root, { recursive: true });
		await copyIn(root, hidden(source, "a.js"));
		expect(await readFile(join(root, "a.js"), "utf8")).toBe("ours");
		await expect(lstat(join(outside.path, "a.js"))).rejects.toThrow("ENOENT");
	});

	test("keeps the links of a folder that it removes from being followed", async () => {
		await using source = await folderOf({ hidden: "ours" });
		await using outside = await folderOf({ "keep.txt": "kept" });
		await using root = await folderOf({ "a.js/x": "theirs" });
		await symlink(outside.path, join(root.path, "a.js/out"));
		await copyIn(root.path, hidden(source, "a.js"));
		expect(await readFile(join(outside.path, "keep.txt"), "utf8")).toBe("kept");
	});

	test("gives a file the mode of a checkout", async () => {
		await using source = await folderOf({ hidden: "ours" });
		await using root = await folderOf();
		await chmod(join(source.path, "hidden"), 0o600);
		await copyIn(root.path, hidden(source, "plain"));
		await copyIn(root.path, hidden(source, "program", true));
		const modes = await Promise.all(["plain", "program"].map(async (name) => (await lstat(join(root.path, name))).mode & 0o777));
		expect(modes).toEqual([0o644, 0o755]);
	});

	test("gets past folders and files that were made read-only", async () => {
		await using source = await folderOf({ hidden: "ours" });
		await using root = await folderOf({ "test/a.js/deep/x": "theirs" });
		await chmod(source.path, 0o755);
		const locked = ["test/a.js/deep/x", "test/a.js/deep", "test/a.js", "test", ""].map((name) => join(root.path, name));
		await unprivileged(locked, async () => {
			for (const path of locked) await chmod(path, 0o500);
			await copyIn(root.path, hidden(source, "test/a.js"));
		});
		expect(await readFile(join(root.path, "test/a.js"), "utf8")).toBe("ours");
	});

	test.each(["../a.js", "test/../../a.js", "", ".", "a/.."])("refuses %j, which is no place in a workspace", async (to) => {
		await using source = await folderOf({ hidden: "ours" });
		await using root = await folderOf();
		await mkdir(join(root.path, "a"));
		await expect(copyIn(root.path, hidden(source, to))).rejects.toThrow("is no place in a workspace");
	});

	test("a link that leads nowhere is replaced too", async () => {
		await using source = await folderOf({ hidden: "ours" });
		await using root = await folderOf();
		await symlink("nowhere", join(root.path, "a.js"));
		await copyIn(root.path, hidden(source, "a.js"));
		await expect(readlink(join(root.path, "a.js"))).rejects.toThrow("EINVAL");
	});
});
