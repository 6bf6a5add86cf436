import { constants } from "node:fs";
import { chmod, copyFile, lstat, mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { UserIds } from "../isolation/command.ts";
import { giveTo, ownerOf } from "../workspace/owner.ts";
import { removeTree } from "../workspace/remove.ts";
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
	await ensureRoot(root);
	const owner = ownerOf(root);
	for (const name of names.slice(0, -1)) {
		folder = join(folder, name);
		await ensureFolder(folder, owner);
	}
	const target = join(folder, last);
	await removeTree(target);
	await copyFile(file.source, target, constants.COPYFILE_EXCL);
	await chmod(target, file.executable ? 0o755 : 0o644);
	giveTo(owner, target);
}

/** Whatever an agent made of its workspace is a folder in which a grader can run: an empty one where it is gone. */
export async function ensureRoot(root: string): Promise<void> {
	await ensureFolder(root, null);
}

/** A folder that can be written to, made anew where something else stands. */
async function ensureFolder(path: string, owner: UserIds | null): Promise<void> {
	const stats = await lstat(path).catch(() => null);
	if (stats?.isDirectory()) return chmod(path, (stats.mode & 0o777) | 0o700);
	await removeTree(path);
	await mkdir(path, { recursive: true, mode: 0o755 });
	giveTo(owner, path);
}
