import { execFileSync } from "node:child_process";
import { chmodSync, lstatSync, mkdirSync, renameSync, symlinkSync, truncateSync, utimesSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { sha256 } from "../../src/core/digest.ts";
import { takeManifest } from "../../src/workspace/manifest.ts";
import { bytePath, tempFolder } from "../support/temp-folder.ts";
import { deepTree } from "./deep-tree.ts";
import { asOrdinaryUser, asRoot } from "./ordinary-user.ts";

test("lists files and links with what a diff compares, sorted by path, without folders", async () => {
	await using folder = await tempFolder({ "b.txt": "bee", "a/run": "", "a.txt": "" });
	chmodSync(join(folder.path, "a/run"), 0o755);
	symlinkSync("b.txt", join(folder.path, "link"));
	mkdirSync(join(folder.path, "empty"));
	const empty = { kind: "file", executable: false, size: 0, sha256: sha256(""), target: null };
	expect([...(await takeManifest(folder.path, []))]).toEqual([
		["a.txt", empty],
		["a/run", { ...empty, executable: true }],
		["b.txt", { kind: "file", executable: false, size: 3, sha256: sha256("bee"), target: null }],
		["link", { kind: "link", executable: false, size: 5, sha256: sha256("b.txt"), target: "b.txt" }],
	]);
});

test("times are no part of it", async () => {
	await using folder = await tempFolder({ a: "a" });
	const before = await takeManifest(folder.path, []);
	utimesSync(join(folder.path, "a"), 1, 1);
	expect(await takeManifest(folder.path, [])).toEqual(before);
});

test("a file of several blocks has the digest of its bytes", async () => {
	const content = "0123456789abcdef".repeat(200_000);
	await using folder = await tempFolder({ large: content });
	expect((await takeManifest(folder.path, [])).get("large")).toMatchObject({ size: 3_200_000, sha256: sha256(content) });
});

test.each([
	["a name anywhere", ["node_modules"], ["a.pyc", "build/x", "src/build/y", "src/c.pyc", "src/d.js"]],
	["a pattern of names", ["*.pyc"], ["build/x", "node_modules/p/i.js", "src/build/y", "src/d.js", "src/node_modules/q"]],
	[
		"a path from the root",
		["src/build", "src/build/**"],
		["a.pyc", "build/x", "node_modules/p/i.js", "src/c.pyc", "src/d.js", "src/node_modules/q"],
	],
	["a folder with a slash", ["build/", "node_modules/"], ["a.pyc", "src/c.pyc", "src/d.js"]],
])("%s is left out with all that is below", async (_, ignore, left) => {
	await using folder = await tempFolder({
		"a.pyc": "",
		"build/x": "",
		"node_modules/p/i.js": "",
		"src/build/y": "",
		"src/c.pyc": "",
		"src/d.js": "",
		"src/node_modules/q": "",
	});
	expect([...(await takeManifest(folder.path, ignore)).keys()]).toEqual(left);
});

test("a name that is no UTF-8 keeps its bytes in an escaped form", async () => {
	await using folder = await tempFolder();
	writeFileSync(bytePath(folder.path, 0x61, 0xff), "");
	symlinkSync(Buffer.from([0x2e, 0x2f, 0xfe]), bytePath(folder.path, 0xc3));
	mkdirSync(bytePath(folder.path, 0xfd));
	writeFileSync(Buffer.concat([bytePath(folder.path, 0xfd), Buffer.from("/é")]), "");
	const manifest = await takeManifest(folder.path, []);
	expect([...manifest.keys()]).toEqual(["\\xc3", "\\xfd/é", "a\\xff"]);
	expect(manifest.get("\\xc3")?.target).toBe("./\\xfe");
});

test("a FIFO, a socket and a device are left out without being opened", async () => {
	await using folder = await tempFolder({ file: "" });
	execFileSync("mkfifo", [join(folder.path, "pipe")]);
	const server = createServer().listen(join(folder.path, "socket"));
	await new Promise((resolve) => server.once("listening", resolve));
	onTestFinished(() => void server.close());
	expect([...(await takeManifest(folder.path, [])).keys()]).toEqual(["file"]);
});

test("links are not followed, so that a circle ends and nothing outside is read", async () => {
	await using folder = await tempFolder({ "a/file": "" });
	symlinkSync("..", join(folder.path, "a/up"));
	symlinkSync("/etc", join(folder.path, "etc"));
	expect([...(await takeManifest(folder.path, [])).keys()]).toEqual(["a/file", "a/up", "etc"]);
});

test("an absolute link into the trial's own places is the same in every copy", async () => {
	const manifests = await Promise.all(
		[1, 2].map(async () => {
			await using folder = await tempFolder({ "workspace/file": "" });
			const root = join(folder.path, "workspace");
			symlinkSync(join(root, "file"), join(root, "link"));
			symlinkSync(join(dirname(root), "home/.cache"), join(root, "cache"));
			return takeManifest(root, []);
		}),
	);
	expect(manifests[0]).toEqual(manifests[1]);
	expect(manifests[0]?.get("link")?.target).toBe("$WORKSPACE/file");
	expect(manifests[0]?.get("cache")?.target).toBe("$HOME/.cache");
});

test("what was closed by chmod does not hide from one who is not root, and is closed again", async () => {
	await using folder = await tempFolder({ "closed/file": "secret change", unreadable: "too" });
	const [closed, file, unreadable] = ["closed", "closed/file", "unreadable"].map((path) => join(folder.path, path)) as [
		string,
		string,
		string,
	];
	chmodSync(file, 0o000);
	chmodSync(closed, 0o000);
	chmodSync(unreadable, 0o200);
	asOrdinaryUser(folder.path, closed, file, unreadable);
	const manifest = await takeManifest(folder.path, []);
	asRoot();
	expect(manifest.get("closed/file")?.sha256).toBe(sha256("secret change"));
	expect(manifest.get("unreadable")?.sha256).toBe(sha256("too"));
	expect([closed, file, unreadable].map((path) => lstatSync(path).mode & 0o777)).toEqual([0, 0, 0o200]);
});

test("a hole of terabytes is told by its size, at once", async () => {
	await using folder = await tempFolder({ small: "a" });
	writeFileSync(join(folder.path, "huge"), "");
	truncateSync(join(folder.path, "huge"), 3 * 1024 ** 4);
	expect((await takeManifest(folder.path, [])).get("huge")).toMatchObject({ size: 3 * 1024 ** 4, sha256: sha256(`size:${3 * 1024 ** 4}`) });
});

test("a root that was removed, or that is no folder any more, holds nothing", async () => {
	await using folder = await tempFolder({ file: "a" });
	expect((await takeManifest(join(folder.path, "gone"), [])).size).toBe(0);
	expect((await takeManifest(join(folder.path, "file"), [])).size).toBe(0);
});

test("where a workspace lies is no part of what was written in it, small or large, also across blocks", async () => {
	const manifests = [];
	for (const prefix of ["", "a-much-longer-name-"]) {
		await using folder = await tempFolder();
		const root = join(folder.path, `${prefix}trial`, "workspace");
		mkdirSync(root, { recursive: true });
		writeFileSync(join(root, "where"), `${root}\n`);
		writeFileSync(join(root, "often"), `${root} `.repeat(20_000));
		manifests.push([...(await takeManifest(root, []))]);
	}
	expect(manifests[0]).toEqual(manifests[1]);
	expect(manifests[0]?.[1]?.[1]).toMatchObject({ size: "$WORKSPACE\n".length, sha256: sha256("$WORKSPACE\n") });
});

test("a folder deeper than any path can say is one entry that says so, wherever the workspace lies", async () => {
	await using tree = await deepTree();
	writeFileSync(join(tree.root, "d/file"), "");
	const manifest = await takeManifest(tree.root, []);
	const bound = `${"d/".repeat(512)}d`;
	expect([...manifest.keys()]).toEqual([bound, "d/file"]);
	expect(manifest.get(bound)).toMatchObject({ kind: "file", size: 0, target: expect.stringContaining("not looked into") });
	const moved = join(tree.path, "n".repeat(200));
	renameSync(tree.root, moved);
	expect([...(await takeManifest(moved, []))]).toEqual([...manifest]);
});

test("the bound is one of bytes as they are on disk, and does not count for files", async () => {
	await using folder = await tempFolder();
	const inside = `${`${"é".repeat(100)}/`.repeat(5)}${"n".repeat(18)}`;
	expect(Buffer.byteLength(inside)).toBe(1_023);
	for (const name of ["", "n", "nn"]) {
		mkdirSync(join(folder.path, inside + name), { recursive: true });
		writeFileSync(join(folder.path, inside + name, "f".repeat(255)), "");
	}
	const below = [...(await takeManifest(folder.path, []))].map(([path, { target }]) => [path.slice(inside.length), target === null]);
	expect(below).toEqual([
		[`/${"f".repeat(255)}`, true],
		[`n/${"f".repeat(255)}`, true],
		["nn", false],
	]);
});
