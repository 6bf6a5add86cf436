import { createHash } from "node:crypto";
import { open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";

export type Chunks = AsyncIterable<string> | Iterable<string>;

const BATCH_CHARACTERS = 65_536;

/**
 * Writes a file whole or not at all: into `<path>.part`, synced, then renamed. On a failure the old file stands and nothing
 * else is left. Chunks are whole characters each.
 */
export async function writeAtomic(path: string, chunks: Chunks): Promise<{ readonly sha256: string }> {
	const part = `${path}.part`;
	try {
		const sha256 = await writeSynced(part, chunks);
		await rename(part, path);
		await syncFolder(dirname(path));
		return { sha256 };
	} catch (error) {
		await rm(part, { force: true });
		throw error;
	}
}

/** Chunks gathered into writes of some size: a write for each row would cost more than the rows. */
export async function* batched(chunks: Chunks): AsyncGenerator<string> {
	let batch = "";
	for await (const chunk of chunks) {
		batch += chunk;
		if (batch.length < BATCH_CHARACTERS) continue;
		yield batch;
		batch = "";
	}
	if (batch !== "") yield batch;
}

async function writeSynced(path: string, chunks: Chunks): Promise<string> {
	const hash = createHash("sha256");
	const handle = await open(path, "w", 0o644);
	try {
		for await (const batch of batched(chunks)) {
			hash.update(batch);
			await handle.writeFile(batch);
		}
		await handle.sync();
	} finally {
		await handle.close();
	}
	return hash.digest("hex");
}

/** A rename is on the disk only when its folder is. */
async function syncFolder(path: string): Promise<void> {
	const handle = await open(path, "r");
	try {
		await handle.sync();
	} finally {
		await handle.close();
	}
}
