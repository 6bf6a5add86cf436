import { createHash } from "node:crypto";
import { constants, type PathLike } from "node:fs";
import { open } from "node:fs/promises";

export type FileHash = { readonly size: number; readonly sha256: string };

const LARGEST_BLOCK = 1024 * 1024;

/** Null for what is no regular file. Never waits: not for a FIFO either, and it follows no link. */
export async function hashFile(path: PathLike): Promise<FileHash | null> {
	const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
	try {
		const stat = await file.stat();
		if (!stat.isFile()) return null;
		const hash = createHash("sha256");
		const block = Buffer.allocUnsafe(Math.min(stat.size + 1, LARGEST_BLOCK));
		let size = 0;
		for (;;) {
			const { bytesRead } = await file.read(block);
			if (bytesRead === 0) return { size, sha256: hash.digest("hex") };
			hash.update(block.subarray(0, bytesRead));
			size += bytesRead;
		}
	} finally {
		await file.close();
	}
}
