import { mkdir, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeRunDirectory } from "../../src/app/run-directory.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { problemsOf } from "./app-kit.ts";

const EPOCH_MS = Date.UTC(2026, 10, 30, 20, 51, 6);

test("a run folder is made with all that lie above it, and named by the time where nobody names it", async () => {
	await using dir = await tempFolder();
	const named = await makeRunDirectory(join(dir.path, "a/b/c"), "", EPOCH_MS);
	expect([named, (await stat(named)).isDirectory()]).toEqual([join(dir.path, "a/b/c"), true]);
	expect(await makeRunDirectory(null, join(dir.path, "reports"), EPOCH_MS)).toMatch(/\/reports\/20261130T205106Z-[a-z]{4}$/);
});

test("a folder that is empty is taken, one that holds anything is not", async () => {
	await using dir = await tempFolder({ "full/x": "" });
	await mkdir(join(dir.path, "empty"));
	expect(await makeRunDirectory(join(dir.path, "empty"), "", EPOCH_MS)).toBe(join(dir.path, "empty"));
	expect(await problemsOf(() => makeRunDirectory(join(dir.path, "full"), "", EPOCH_MS))).toEqual([
		`the run folder ${join(dir.path, "full")} is not empty; name another with -o, or remove it`,
	]);
});

test.each(["/proc/x", "/proc/x/y", "/dev/null/x"])("%s is refused at once", async (path) => {
	expect(await problemsOf(() => makeRunDirectory(path, "", EPOCH_MS))).toEqual([
		expect.stringMatching(/^the run folder \/.* cannot be made: E[A-Z]+: .*; name another with -o$/),
	]);
});

test("a link that leads nowhere is no folder", async () => {
	await using dir = await tempFolder({ link: "-> nowhere" });
	expect(await problemsOf(() => makeRunDirectory(join(dir.path, "link/run"), "", EPOCH_MS))).toHaveLength(1);
	expect(await readdir(dir.path)).toEqual(["link"]);
});
