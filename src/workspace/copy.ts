import { constants } from "node:fs";
import { chmod, copyFile, mkdir, symlink } from "node:fs/promises";
import { each } from "./each.ts";
import type { FixtureEntry, FixtureTree } from "./fixture-tree.ts";
import { plainMode } from "./mode.ts";

const WIDTH = 16;

/** Makes every entry of a fixture below an empty folder: real copies, modes as under umask 022, links as they stand. */
export async function copyFixture(fixture: FixtureTree, to: string): Promise<void> {
	const folders = fixture.entries.filter((entry) => entry.kind === "folder");
	const others = fixture.entries.filter((entry) => entry.kind !== "folder");
	// Sorted by path, so a folder comes after the one that it is in.
	for (const { path } of folders) await makeFolder(`${to}/${path}`);
	await each(others, WIDTH, (entry) => copyEntry(entry, fixture.root, to));
}

/** `mkdir` alone would follow the umask. */
export async function makeFolder(path: string): Promise<void> {
	await mkdir(path);
	await chmod(path, 0o755);
}

async function copyEntry(entry: FixtureEntry, from: string, to: string): Promise<void> {
	const target = `${to}/${entry.path}`;
	if (entry.kind === "link") await symlink(entry.target, target);
	if (entry.kind !== "file") return;
	await copyFile(`${from}/${entry.path}`, target, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL);
	// The copy has the mode of the original, untouched by the umask.
	if ((entry.mode & 0o7777) !== plainMode(entry.mode)) await chmod(target, plainMode(entry.mode));
}
