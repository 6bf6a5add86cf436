import { createHash } from "node:crypto";
import { closeSync, constants, fstatSync, openSync, type PathLike, readSync } from "node:fs";
import { open } from "node:fs/promises";
import { sha256 } from "../core/digest.ts";
import { byteScrub, type Replacement } from "../core/scrub.ts";

export type FileHash = { readonly size: number; readonly sha256: string };

/** A hole of terabytes costs nothing to make and hours to read: beyond this a file is told by its size. */
const MOST_BYTES = 1024 ** 3;
const FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
const BLOCK_BYTES = 256 * 1024;
const block = Buffer.allocUnsafe(BLOCK_BYTES);

/**
 * Null for what is no regular file. Never waits, not for a FIFO either, and follows no link. `names` are replaced before
 * bytes count: a workspace lies elsewhere in every trial, and what was written in it must not differ by that. A small file
 * is read at once: passing it through the thread pool takes ten times as long.
 */
export async function hashFile(path: PathLike, expectedSize: number, names: readonly Replacement[] = []): Promise<FileHash | null> {
	if (expectedSize > MOST_BYTES) return { size: expectedSize, sha256: sha256(`size:${expectedSize}`) };
	const hasher = hasherOf(names);
	return expectedSize < BLOCK_BYTES ? hashAtOnce(path, hasher) : await hashInParts(path, hasher);
}

type Hasher = { readonly push: (chunk: Uint8Array) => void; readonly end: () => FileHash };

function hasherOf(names: readonly Replacement[]): Hasher {
	const scrub = names.length === 0 ? null : byteScrub(names);
	const hash = createHash("sha256");
	let size = 0;
	const add = (chunk: Uint8Array): void => {
		hash.update(chunk);
		size += chunk.length;
	};
	return {
		push: (chunk) => add(scrub?.push(chunk) ?? chunk),
		end: () => {
			if (scrub !== null) add(scrub.end());
			return { size, sha256: hash.digest("hex") };
		},
	};
}

function hashAtOnce(path: PathLike, hasher: Hasher): FileHash | null {
	const file = openSync(path, FLAGS);
	try {
		if (!fstatSync(file).isFile()) return null;
		for (let bytes = readSync(file, block); bytes > 0; bytes = bytes < BLOCK_BYTES ? 0 : readSync(file, block)) {
			hasher.push(block.subarray(0, bytes));
		}
		return hasher.end();
	} finally {
		closeSync(file);
	}
}

async function hashInParts(path: PathLike, hasher: Hasher): Promise<FileHash | null> {
	const file = await open(path, FLAGS);
	try {
		if (!(await file.stat()).isFile()) return null;
		const part = Buffer.allocUnsafe(BLOCK_BYTES);
		for (;;) {
			const { bytesRead } = await file.read(part);
			if (bytesRead === 0) return hasher.end();
			hasher.push(part.subarray(0, bytesRead));
		}
	} finally {
		await file.close();
	}
}
