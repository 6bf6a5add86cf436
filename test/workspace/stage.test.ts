import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, lstatSync, mkdirSync, readFileSync, readlinkSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { UsageError } from "../../src/core/error.ts";
import { inspectFixture } from "../../src/workspace/fixture.ts";
import { stageWorkspace } from "../../src/workspace/stage.ts";
import { bytePath, tempFolder } from "../support/temp-folder.ts";
import { asOrdinaryUser, asRoot } from "./ordinary-user.ts";

const FILES = { "a.txt": "alpha", "bin/run": "#!/bin/sh\n", "src/deep/c.js": "c" };

function modeOf(path: string): string {
	return (lstatSync(path).mode & 0o7777).toString(8);
}

test("without a fixture the workspace is empty, with home and temporary folder beside it", async () => {
	await using parent = await tempFolder();
	await using workspace = await stageWorkspace({ fixture: null, parent: parent.path });
	const directory = dirname(workspace.root);
	expect(dirname(directory)).toBe(parent.path);
	expect(directory).toMatch(/\/assay-[^/]+$/);
	expect(modeOf(directory)).toBe("700");
	expect([workspace.home, workspace.tmp].map(dirname)).toEqual([directory, directory]);
	expect(execFileSync("ls", ["-A", workspace.root, workspace.home, workspace.tmp], { encoding: "utf8" }).replaceAll(directory, "")).toBe(
		"/home:\n\n/tmp:\n\n/workspace:\n",
	);
});

test("the root is canonical, also when the parent is a link", async () => {
	await using parent = await tempFolder({ "real/x": "" });
	symlinkSync("real", join(parent.path, "link"));
	await using workspace = await stageWorkspace({ fixture: null, parent: join(parent.path, "link") });
	expect(workspace.root).toBe(realpathSync(workspace.root));
	expect(workspace.root.startsWith(join(parent.path, "real"))).toBe(true);
});

test("a copy is the fixture over again: content, exec bits, links, empty folders", async () => {
	await using fixture = await tempFolder(FILES);
	chmodSync(join(fixture.path, "bin/run"), 0o755);
	mkdirSync(join(fixture.path, "empty"));
	symlinkSync("src/../a.txt", join(fixture.path, "link"));
	symlinkSync("src", join(fixture.path, "folder-link"));
	await using workspace = await stageWorkspace({ fixture: fixture.path });
	expect(await inspectFixture(workspace.root)).toEqual(await inspectFixture(fixture.path));
	expect(readlinkSync(join(workspace.root, "link"))).toBe("src/../a.txt");
	expect(readlinkSync(join(workspace.root, "folder-link"))).toBe("src");
});

test("modes are those of umask 022, whatever the umask and the rest of the fixture's permissions", async () => {
	await using fixture = await tempFolder(FILES);
	chmodSync(join(fixture.path, "a.txt"), 0o600);
	chmodSync(join(fixture.path, "bin/run"), 0o4770);
	chmodSync(join(fixture.path, "src"), 0o777);
	const umask = process.umask(0o077);
	onTestFinished(() => void process.umask(umask));
	await using workspace = await stageWorkspace({ fixture: fixture.path });
	const modes = [".", "a.txt", "bin", "bin/run", "src", "src/deep/c.js"].map((path) => modeOf(join(workspace.root, path)));
	expect(modes).toEqual(["755", "644", "755", "755", "755", "644"]);
});

test("nothing that happens in the workspace reaches the fixture", async () => {
	await using fixture = await tempFolder(FILES);
	await using workspace = await stageWorkspace({ fixture: fixture.path });
	expect(lstatSync(join(workspace.root, "a.txt")).ino).not.toBe(lstatSync(join(fixture.path, "a.txt")).ino);
	writeFileSync(join(workspace.root, "a.txt"), "changed");
	expect(readFileSync(join(fixture.path, "a.txt"), "utf8")).toBe("alpha");
});

test("two workspaces of one fixture are apart", async () => {
	await using fixture = await tempFolder(FILES);
	await using one = await stageWorkspace({ fixture: fixture.path });
	await using two = await stageWorkspace({ fixture: fixture.path });
	expect(dirname(one.root)).not.toBe(dirname(two.root));
});

test("a fixture with problems is a usage error that names them all, and leaves nothing behind", async () => {
	await using parent = await tempFolder();
	await using fixture = await tempFolder(FILES);
	symlinkSync("/etc/passwd", join(fixture.path, "key"));
	execFileSync("mkfifo", [join(fixture.path, "pipe")]);
	const staging = stageWorkspace({ fixture: fixture.path, parent: parent.path });
	await expect(staging).rejects.toThrow(UsageError);
	await expect(staging).rejects.toMatchObject({
		problems: [{ what: "key: an absolute link (-> /etc/passwd)" }, { what: "pipe: a FIFO; a fixture holds files, folders and links" }],
	});
	expect(execFileSync("ls", ["-A", parent.path], { encoding: "utf8" })).toBe("");
});

test("disposing removes everything, closed folders and unhealthy names too, and may be asked for twice", async () => {
	const workspace = await stageWorkspace({ fixture: null });
	closeUp(workspace.root);
	await Promise.all([workspace.dispose(), workspace.dispose()]);
	await workspace.dispose();
	expect(existsSync(dirname(workspace.root))).toBe(false);
});

test("one who is not root can dispose of them as well", async () => {
	await using parent = await tempFolder();
	asOrdinaryUser(parent.path);
	const workspace = await stageWorkspace({ fixture: null, parent: parent.path });
	closeUp(workspace.root);
	await workspace.dispose();
	asRoot();
	expect(existsSync(dirname(workspace.root))).toBe(false);
});

function closeUp(root: string): void {
	mkdirSync(join(root, "closed/inner"), { recursive: true });
	writeFileSync(join(root, "closed/inner/file"), "");
	writeFileSync(bytePath(root, 0x62, 0xff), "");
	mkdirSync(bytePath(root, 0x64, 0xff));
	writeFileSync(Buffer.concat([bytePath(root, 0x64, 0xff), Buffer.from("/x")]), "");
	chmodSync(join(root, "closed/inner/file"), 0o400);
	chmodSync(bytePath(root, 0x64, 0xff), 0o000);
	chmodSync(join(root, "closed/inner"), 0o500);
	chmodSync(join(root, "closed"), 0o000);
}
