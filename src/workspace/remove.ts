import { chmod, readdir, rm } from "node:fs/promises";

/** Removes a tree, also one whose folders their owner may not enter. */
export async function removeTree(path: string): Promise<void> {
	try {
		await rm(path, { recursive: true, force: true, maxRetries: 3 });
	} catch {
		await unlock(Buffer.from(path));
		await rm(path, { recursive: true, force: true, maxRetries: 3 });
	}
}

/** Names as bytes: one that is no UTF-8 must go too. */
async function unlock(folder: Buffer): Promise<void> {
	await chmod(folder, 0o700);
	for (const entry of await readdir(folder, { withFileTypes: true, encoding: "buffer" })) {
		if (entry.isDirectory()) await unlock(Buffer.concat([folder, Buffer.from("/"), entry.name]));
	}
}
