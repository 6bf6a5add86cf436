import { isUtf8 } from "node:buffer";
import type { Dirent } from "node:fs";
import { readdir, readlink } from "node:fs/promises";
import { by } from "../core/order.ts";
import { entryName } from "./entry-name.ts";
import { entryIn, type Jail, type JailedPath, locate, sayPath } from "./jail.ts";
import { withFolder } from "./jail-open.ts";
import { attempt, type Reached, refused } from "./refusal.ts";

/** One entry below a folder that was listed. `name` is its path from there; `path` is null where no tool can say its name. */
export type TreeEntry = {
	readonly name: string;
	readonly path: JailedPath | null;
	readonly kind: "file" | "folder" | "link" | "special";
	/** Where a link points, as it stands; null for the others. */
	readonly target: string | null;
};

export type TreeOptions = {
	/** 1 is the folder's own entries. */
	readonly depth: number;
	/** Whether to go into a folder of this name. */
	readonly enters: (name: string) => boolean;
	readonly signal: AbortSignal;
};

type Folder = { readonly path: JailedPath; readonly real: string; readonly prefix: string; readonly depth: number };
type Listing = { readonly jail: Jail; readonly said: string; readonly options: TreeOptions; readonly entries: TreeEntry[] };

/** The entries below a folder, sorted by path. Links are listed and not followed. */
export async function listInside(jail: Jail, path: string, options: TreeOptions): Promise<Reached<readonly TreeEntry[]>> {
	const said = sayPath(jail, path);
	const place = await locate(jail, path);
	if (!place.ok) return place;
	if (place.value.missing.length > 0) return refused("missing", `${said}: does not exist`);
	const listing: Listing = { jail, said, options, entries: [] };
	const start = { path: place.value.path, real: place.value.path, prefix: "", depth: options.depth };
	const listed = await attempt(said, () => listFolder(listing, start));
	if (options.signal.aborted) return refused("cancelled", "[cancelled]");
	return listed.ok ? { ok: true, value: listing.entries.sort(by((entry) => entry.name)) } : listed;
}

async function listFolder(listing: Listing, folder: Folder): Promise<Reached<null>> {
	return await withFolder(listing.jail, { real: folder.real, said: listing.said }, async (pinned) => {
		for (const found of await readdir(pinned, { withFileTypes: true, encoding: "buffer" })) {
			if (listing.options.signal.aborted) break;
			await addEntry(listing, { ...folder, real: pinned }, found);
		}
		return { ok: true, value: null };
	});
}

async function addEntry(listing: Listing, folder: Folder, found: Dirent<Buffer>): Promise<void> {
	const plain = isUtf8(found.name) ? found.name.toString("utf8") : null;
	const entry: TreeEntry = {
		name: folder.prefix + (plain ?? entryName(found.name)),
		path: plain === null ? null : entryIn(folder.path, plain),
		kind: kindOf(found),
		target: found.isSymbolicLink() ? await readlink(Buffer.concat([Buffer.from(`${folder.real}/`), found.name]), "utf8") : null,
	};
	listing.entries.push(entry);
	if (plain === null || entry.path === null || entry.kind !== "folder") return;
	if (folder.depth <= 1 || !listing.options.enters(plain)) return;
	const inner: Folder = { path: entry.path, real: `${folder.real}/${plain}`, prefix: `${entry.name}/`, depth: folder.depth - 1 };
	// A folder that may not be entered is listed without what it holds.
	await attempt(listing.said, () => listFolder(listing, inner));
}

function kindOf(found: Dirent<Buffer>): TreeEntry["kind"] {
	if (found.isDirectory()) return "folder";
	if (found.isSymbolicLink()) return "link";
	return found.isFile() ? "file" : "special";
}
