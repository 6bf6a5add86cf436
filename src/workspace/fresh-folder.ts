import { mkdir } from "node:fs/promises";
import type { UserIds } from "../isolation/command.ts";
import { giveTo } from "./owner.ts";
import { removeTree } from "./remove.ts";

/** An empty folder at a path, whatever stood there. */
export async function freshFolder(path: string, owner: UserIds | null): Promise<void> {
	await removeTree(path);
	await mkdir(path, { mode: 0o755 });
	giveTo(owner, path);
}
