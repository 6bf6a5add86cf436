import { constants } from "node:fs";
import { chmod, copyFile, lstat, mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { VerifyFile } from "./verify-files.ts";

/**
 * Puts a grader's file into the workspace in place of whatever the agent left there. No link is followed, not even one
 * that stands for a folder on the way: it is replaced, so that nothing is written elsewhere. The agent's processes are dead.
 */
export async function copyIn(root: string, file: VerifyFile): Promise<void> {
	const names = file.to.split("/").filter((name) => name !== "" && name !== ".");
	const last = names.at(-1);
	if (last === undefined || names.includes("..")) throw new Error(`"${file.to}" is no place in a workspace`);
	let folder = root;
	await ensureFolder(folder);
	for (const name of names.slice(0, -1)) {
		folder = join(folder, name);
		await ensureFolder(folder);
	}
	const target = join(folder, last);
	await remove(target);
	await copyFile(file.source, target, constants.COPYFILE_EXCL);
	await chmod(target, file.executable ? 0o755 : 0o644);
}

async function ensureFolder(path: string): Promise<void> {
	const kind = await kindOf(path);
	if (kind === "folder") return makeWritable(path);
	if (kind === "other") await rm(path);
	await mkdir(path, { mode: 0o755 });
}

async function remove(path: string): Promise<void> {
	if ((await kindOf(path)) === "folder") await openTree(path);
	await rm(path, { recursive: true, force: true });
}

/** A folder that its owner may not write cannot be emptied. */
async function openTree(path: string): Promise<void> {
	await makeWritable(path);
	for (const entry of await readdir(path, { withFileTypes: true })) {
		if (entry.isDirectory()) await openTree(join(path, entry.name));
	}
}

async function makeWritable(folder: string): Promise<void> {
	const { mode } = await lstat(folder);
	if ((mode & 0o700) !== 0o700) await chmod(folder, (mode & 0o777) | 0o700);
}

async function kindOf(path: string): Promise<"absent" | "folder" | "other"> {
	try {
		return (await lstat(path)).isDirectory() ? "folder" : "other";
	} catch {
		return "absent";
	}
}
