import { isUtf8 } from "node:buffer";
import type { Dirent } from "node:fs";
import { readdir, readlink } from "node:fs/promises";
import { basename } from "node:path";
import { by } from "../core/order.ts";
import { byteLength } from "../core/text.ts";
import { entryName } from "./entry-name.ts";
import { entryIn, type Jail, type JailedPath, locate, relativePath, sayPath } from "./jail.ts";
import { withFolder } from "./jail-open.ts";
import { MOST_PATH_BYTES } from "./path-bound.ts";
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

type Folder = { readonly path: JailedPath; readonly prefix: string; readonly depth: number };
type Listing = { readonly jail: Jail; readonly said: string; readonly options: TreeOptions; readonly entries: TreeEntry[] };

/** The entries below a folder, sorted by path. Links are listed and not followed. */
export async function listInside(jail: Jail, path: string, options: TreeOptions): Promise<Reached<readonly TreeEntry[]>> {
	const said = sayPath(jail, path);
	const place = await locate(jail, path);
	if (!place.ok) return place;
	if (place.value.missing.length > 0) return refused("missing", `${said}: does not exist`);
	const listing: Listing = { jail, said, options, entries: [] };
	const start = { path: place.value.path, prefix: "", depth: options.depth };
	const listed = await attempt(said, () => listFolder(listing, start));
	if (options.signal.aborted) return refused("cancelled", "[cancelled]");
	return listed.ok ? { ok: true, value: listing.entries.sort(by((entry) => entry.name)) } : listed;
}

async function listFolder(listing: Listing, folder: Folder): Promise<Reached<null>> {
	const inner: Folder[] = [];
	const listed = await withFolder<null>(listing.jail, { real: folder.path, said: listing.said }, async (pinned) => {
		for (const found of await readdir(pinned, { withFileTypes: true, encoding: "buffer" })) {
			if (listing.options.signal.aborted) break;
			const entry = await entryOf(folder, pinned, found);
			listing.entries.push(entry);
			inner.push(...innerFolders(listing, folder, entry));
		}
		return { ok: true, value: null };
	});
	// The folder is closed again: however deep a tree is, one is open at a time. What may not be entered is listed without what it holds.
	for (const next of inner) {
		if (!listing.options.signal.aborted) await attempt(listing.said, () => listFolder(listing, next));
	}
	return listed;
}

async function entryOf({ path, prefix }: Folder, pinned: string, found: Dirent<Buffer>): Promise<TreeEntry> {
	const plain = isUtf8(found.name) ? found.name.toString("utf8") : null;
	return {
		name: prefix + (plain ?? entryName(found.name)),
		path: plain === null ? null : entryIn(path, plain),
		kind: kindOf(found),
		target: found.isSymbolicLink() ? await readlink(Buffer.concat([Buffer.from(`${pinned}/`), found.name]), "utf8") : null,
	};
}

/** The folder that an entry is, if it is one to be listed too. */
function innerFolders({ jail, options }: Listing, { depth }: Folder, { kind, name, path }: TreeEntry): readonly Folder[] {
	if (kind !== "folder" || path === null || depth <= 1 || !options.enters(basename(path))) return [];
	return byteLength(relativePath(jail, path)) > MOST_PATH_BYTES ? [] : [{ path, prefix: `${name}/`, depth: depth - 1 }];
}

function kindOf(found: Dirent<Buffer>): TreeEntry["kind"] {
	if (found.isDirectory()) return "folder";
	if (found.isSymbolicLink()) return "link";
	return found.isFile() ? "file" : "special";
}
