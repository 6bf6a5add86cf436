import { createHash } from "node:crypto";
import { closeSync, constants, fstatSync, openSync, type PathLike, readSync } from "node:fs";
import { open } from "node:fs/promises";
import { sha256 } from "../core/digest.ts";

export type FileHash = { readonly size: number; readonly sha256: string };

/** A hole of terabytes costs nothing to make and hours to read: beyond this a file is told by its size. */
const MOST_BYTES = 1024 ** 3;
const FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
const BLOCK_BYTES = 256 * 1024;
const block = Buffer.allocUnsafe(BLOCK_BYTES);

/**
 * Null for what is no regular file. Never waits, not for a FIFO either, and follows no link. A small file is read at once:
 * passing it through the thread pool takes ten times as long.
 */
export async function hashFile(path: PathLike, expectedSize: number): Promise<FileHash | null> {
	if (expectedSize > MOST_BYTES) return { size: expectedSize, sha256: sha256(`size:${expectedSize}`) };
	return expectedSize < BLOCK_BYTES ? hashAtOnce(path) : await hashInParts(path);
}

function hashAtOnce(path: PathLike): FileHash | null {
	const file = openSync(path, FLAGS);
	try {
		if (!fstatSync(file).isFile()) return null;
		const hash = createHash("sha256");
		let size = 0;
		for (let bytes = readSync(file, block); bytes > 0; bytes = bytes < BLOCK_BYTES ? 0 : readSync(file, block)) {
			hash.update(block.subarray(0, bytes));
			size += bytes;
		}
		return { size, sha256: hash.digest("hex") };
	} finally {
		closeSync(file);
	}
}

async function hashInParts(path: PathLike): Promise<FileHash | null> {
	const file = await open(path, FLAGS);
	try {
		if (!(await file.stat()).isFile()) return null;
		const part = Buffer.allocUnsafe(BLOCK_BYTES);
		const hash = createHash("sha256");
		let size = 0;
		for (;;) {
			const { bytesRead } = await file.read(part);
			if (bytesRead === 0) return { size, sha256: hash.digest("hex") };
			hash.update(part.subarray(0, bytesRead));
			size += bytesRead;
		}
	} finally {
		await file.close();
	}
}
