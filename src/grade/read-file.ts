import { createHash } from "node:crypto";
import { constants } from "node:fs";
import { type FileHandle, lstat, open, realpath } from "node:fs/promises";
import { basename, dirname, join, normalize, sep } from "node:path";
import type { FileEvidence } from "../recording/evidence.ts";

const MAX_TEXT_BYTES = 1024 * 1024;
/** A run can leave a file of any size at no cost (a hole); nobody expects the digest of such a one. */
const MAX_DIGEST_BYTES = 1024 * MAX_TEXT_BYTES;

type Content = Pick<FileEvidence, "sha256" | "text">;
const UNREADABLE: Content = { sha256: null, text: null };

/** A file of the workspace as the run left it. Only regular files are read, and none that lies outside. */
export async function readFileEvidence(root: string, path: string): Promise<FileEvidence> {
	const real = await placeInside(root, path);
	if (real === null) return { path, exists: false, ...UNREADABLE };
	return { path, exists: true, ...(await readContent(real)) };
}

/** The real place of an entry, its own link not followed; null when there is none or a link on the way leads out. */
async function placeInside(root: string, path: string): Promise<string | null> {
	const relative = normalize(path);
	try {
		if (!(await lstat(root)).isDirectory()) return null;
		const [realRoot, realFolder] = await Promise.all([realpath(root), realpath(dirname(join(root, relative)))]);
		const place = join(realFolder, basename(relative));
		if (!place.startsWith(`${realRoot}${sep}`)) return null;
		await lstat(place);
		return place;
	} catch {
		return null;
	}
}

async function readContent(place: string): Promise<Content> {
	const handle = await open(place, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(() => null);
	if (handle === null) return UNREADABLE;
	try {
		const stats = await handle.stat();
		return stats.isFile() && stats.size <= MAX_DIGEST_BYTES ? await hashAndKeep(handle) : UNREADABLE;
	} finally {
		await handle.close();
	}
}

async function hashAndKeep(handle: FileHandle): Promise<Content> {
	const hash = createHash("sha256");
	let kept: Buffer[] | null = [];
	let size = 0;
	for await (const chunk of handle.createReadStream({ autoClose: false })) {
		hash.update(chunk);
		size += chunk.length;
		if (size > MAX_TEXT_BYTES) kept = null;
		kept?.push(chunk);
	}
	return { sha256: hash.digest("hex"), text: kept === null ? null : decode(Buffer.concat(kept)) };
}

function decode(bytes: Buffer): string | null {
	try {
		return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
	} catch {
		return null;
	}
}
