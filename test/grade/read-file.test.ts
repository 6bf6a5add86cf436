import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmod, symlink, truncate, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readFileEvidence } from "../../src/grade/read-file.ts";
import { folderOf, unprivileged } from "./gather-kit.ts";

const sha256 = (data: string | Buffer): string => createHash("sha256").update(data).digest("hex");
const unread = { sha256: null, text: null };

describe("readFileEvidence", () => {
	test("reads text as it is, a byte order mark too", async () => {
		await using root = await folderOf({ "src/a.js": "\ufeffone\r\ntwo" });
		expect(await readFileEvidence(root.path, "src/a.js")).toEqual({
			path: "src/a.js",
			exists: true,
			sha256: sha256("\ufeffone\r\ntwo"),
			text: "\ufeffone\r\ntwo",
		});
	});

	test("keeps the path as the case spells it", async () => {
		await using root = await folderOf({ "src/a.js": "x" });
		expect(await readFileEvidence(root.path, "./src//a.js")).toMatchObject({ path: "./src//a.js", exists: true, text: "x" });
	});

	test.each(["b.js", "src/a.js/b", "none/b.js", "none/../src/a.js", "", ".."])("says of %j that there is no such file", async (path) => {
		await using root = await folderOf({ "src/a.js": "x" });
		expect(await readFileEvidence(root.path, path)).toEqual({ path, exists: false, ...unread });
	});

	test("keeps the text of 1 MiB, and only the digest of a byte more", async () => {
		const most = "é".repeat(512 * 1024);
		await using root = await folderOf({ most, more: `${most}x` });
		expect(await readFileEvidence(root.path, "most")).toEqual({ path: "most", exists: true, sha256: sha256(most), text: most });
		expect(await readFileEvidence(root.path, "more")).toEqual({ path: "more", exists: true, sha256: sha256(`${most}x`), text: null });
	});

	test("keeps only the digest of what is no UTF-8", async () => {
		await using root = await folderOf();
		const bytes = Buffer.from([0x61, 0xff, 0x62]);
		await writeFile(join(root.path, "a.bin"), bytes);
		expect(await readFileEvidence(root.path, "a.bin")).toEqual({ path: "a.bin", exists: true, sha256: sha256(bytes), text: null });
	});

	test("does not go through a terabyte of nothing", async () => {
		await using root = await folderOf({ hole: "" });
		await truncate(join(root.path, "hole"), 2 ** 40);
		expect(await readFileEvidence(root.path, "hole")).toEqual({ path: "hole", exists: true, ...unread });
	});

	test("does not read a folder, a pipe, a socket", async () => {
		await using root = await folderOf({ "src/a.js": "x" });
		const at = (name: string): string => join(root.path, name);
		execFileSync("mkfifo", [at("pipe")]);
		const server = createServer().listen(at("socket"));
		await new Promise((resolve) => server.once("listening", resolve));
		for (const path of ["src", "pipe", "socket"]) {
			expect(await readFileEvidence(root.path, path)).toEqual({ path, exists: true, ...unread });
		}
		await new Promise((resolve) => server.close(resolve));
	});

	test("a link inside the workspace is what it leads to", async () => {
		await using root = await folderOf({ "real/a.txt": "a" });
		await symlink("a.txt", join(root.path, "real/b.txt"));
		await symlink("real", join(root.path, "in"));
		await symlink("nowhere", join(root.path, "dangling"));
		expect(await readFileEvidence(root.path, "in/b.txt")).toEqual({ path: "in/b.txt", exists: true, sha256: sha256("a"), text: "a" });
		expect(await readFileEvidence(root.path, "dangling")).toEqual({ path: "dangling", exists: false, ...unread });
	});

	test("sees no file outside the workspace, over a link or over the parent", async () => {
		await using outside = await folderOf({ "secret.txt": "s" });
		await using root = await folderOf();
		await symlink(outside.path, join(root.path, "out"));
		await symlink(join(outside.path, "secret.txt"), join(root.path, "secret.txt"));
		const beside = `../${outside.path.split("/").at(-1)}/secret.txt`;
		for (const path of ["out/secret.txt", "secret.txt", beside]) {
			expect(await readFileEvidence(root.path, path)).toEqual({ path, exists: false, ...unread });
		}
	});

	test("sees nothing where the workspace itself was replaced by a link", async () => {
		await using outside = await folderOf({ "secret.txt": "s" });
		await using parent = await folderOf();
		await symlink(outside.path, join(parent.path, "root"));
		expect(await readFileEvidence(join(parent.path, "root"), "secret.txt")).toMatchObject({ exists: false, text: null });
	});

	test("says of a file that it may not read only that it exists", async () => {
		await using root = await folderOf({ "a.txt": "a" });
		await chmod(root.path, 0o755);
		await chmod(join(root.path, "a.txt"), 0o000);
		const asNobody = await unprivileged([], () => readFileEvidence(root.path, "a.txt"));
		expect(asNobody).toEqual({ path: "a.txt", exists: true, ...unread });
	});
});
