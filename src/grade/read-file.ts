import { lstat } from "node:fs/promises";
import { sha256 } from "../core/digest.ts";
import type { FileEvidence } from "../recording/evidence.ts";
import { hashFile } from "../workspace/hash-file.ts";
import { type Jail, type JailedPath, jailAt, locate } from "../workspace/jail.ts";
import { readAt } from "../workspace/jail-read.ts";

const MAX_TEXT_BYTES = 1024 * 1024;
/** A run can leave a file of any size at no cost (a hole); nobody expects the digest of such a one. */
const MAX_DIGEST_BYTES = 1024 * MAX_TEXT_BYTES;

type Content = Pick<FileEvidence, "sha256" | "text">;
type Found = { readonly jail: Jail; readonly path: JailedPath };

const UNREADABLE: Content = { sha256: null, text: null };

/** A file of the workspace as the run left it. Only regular files are read, and none that lies outside. */
export async function readFileEvidence(root: string, path: string): Promise<FileEvidence> {
	const found = await find(root, path);
	if (found === null) return { path, exists: false, ...UNREADABLE };
	return { path, exists: true, ...(await readContent(found)) };
}

/** A root that is gone, or a link by now, has no files: what a link leads to was never the workspace. */
async function find(root: string, path: string): Promise<Found | null> {
	const stats = await lstat(root).catch(() => null);
	if (stats === null || !stats.isDirectory()) return null;
	const jail = jailAt(root);
	const place = await locate(jail, path);
	return place.ok && place.value.missing.length === 0 ? { jail, path: place.value.path } : null;
}

async function readContent({ jail, path }: Found): Promise<Content> {
	const { size } = await lstat(path);
	if (size > MAX_DIGEST_BYTES) return UNREADABLE;
	const bytes = await readAt(jail, path, MAX_TEXT_BYTES);
	if (bytes.ok) return { sha256: sha256(bytes.value), text: decode(bytes.value) };
	const hash = bytes.code === "too-large" ? await hashFile(path, size) : null;
	return { sha256: hash?.sha256 ?? null, text: null };
}

function decode(bytes: Buffer): string | null {
	try {
		return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
	} catch {
		return null;
	}
}
