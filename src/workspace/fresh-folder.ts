import { mkdir } from "node:fs/promises";
import { removeTree } from "./remove.ts";

/** An empty folder at a path, whatever stood there. */
export async function freshFolder(path: string): Promise<void> {
	await removeTree(path);
	await mkdir(path, { mode: 0o755 });
}
