import { lstatSync, readdirSync, readlinkSync, type Stats } from "node:fs";
import { lstat } from "node:fs/promises";
import { by } from "../core/order.ts";
import { type Replacement, type Scrub, scrubber } from "../core/scrub.ts";
import { byteLength } from "../core/text.ts";
import { placesOf } from "../isolation/places.ts";
import { LIST, READ, withAccess } from "./access.ts";
import type { Manifest, WorkspaceEntry } from "./change.ts";
import { linkEntry, UNSEEN_FOLDER } from "./entry.ts";
import { entryName } from "./entry-name.ts";
import { unlessGone } from "./gone.ts";
import { hashFile } from "./hash-file.ts";
import { pathMatcher } from "./ignore.ts";
import { isExecutable } from "./mode.ts";
import { MOST_PATH_BYTES } from "./path-bound.ts";
import { type Pause, startSlices } from "./pause.ts";

/** `real` is bytes, since a name need not be UTF-8. */
type Found = { readonly real: Buffer; readonly path: string; readonly stat: Stats };
type Draft = {
	readonly ignored: (path: string) => boolean;
	/** A folder whose real path is longer is not looked into. */
	readonly mostRealBytes: number;
	readonly names: readonly Replacement[];
	readonly scrub: Scrub;
	readonly pause: Pause;
	readonly entries: [string, WorkspaceEntry][];
};

const SLASH = Buffer.from("/");

/** Files and links below a root, sorted by path. What is neither is left out unopened: a FIFO would wait for ever. */
export async function takeManifest(root: string, ignore: readonly string[]): Promise<Manifest> {
	const names = placesOf(root);
	const draft: Draft = {
		ignored: pathMatcher(ignore),
		mostRealBytes: byteLength(root) + SLASH.length + MOST_PATH_BYTES,
		names,
		scrub: scrubber(names),
		pause: startSlices(),
		entries: [],
	};
	const stat = await lstat(root).catch(() => null);
	// An agent may have removed its own workspace: nothing is left, and that is an outcome.
	if (stat?.isDirectory()) await unlessGone(() => addFolder(draft, { real: Buffer.from(root), path: "", stat }));
	return new Map(draft.entries.sort(by(([path]) => path)));
}

/** One folder after another, so that few files are open at a time. */
async function addFolder(draft: Draft, folder: Found): Promise<void> {
	if (folder.real.length > draft.mostRealBytes) {
		draft.entries.push([folder.path, UNSEEN_FOLDER]);
		return;
	}
	await withAccess({ path: folder.real, mode: folder.stat.mode, needs: LIST }, async () => {
		const folders: Found[] = [];
		for (const { real, path } of namesIn(draft, folder)) {
			const stat = lstatSync(real, { throwIfNoEntry: false });
			if (stat?.isDirectory()) folders.push({ real, path, stat });
			else if (stat !== undefined) await unlessGone(() => addEntry(draft, { real, path, stat }));
			await draft.pause();
		}
		for (const found of folders) await unlessGone(() => addFolder(draft, found));
	});
}

function namesIn(draft: Draft, folder: Found): readonly Omit<Found, "stat">[] {
	const names = readdirSync(folder.real, { encoding: "buffer" });
	return names
		.map((name) => ({
			real: Buffer.concat([folder.real, SLASH, name]),
			path: folder.path === "" ? entryName(name) : `${folder.path}/${entryName(name)}`,
		}))
		.filter(({ path }) => !draft.ignored(path));
}

async function addEntry(draft: Draft, { real, path, stat }: Found): Promise<void> {
	if (stat.isSymbolicLink()) draft.entries.push([path, linkEntry(draft.scrub(entryName(readlinkSync(real, { encoding: "buffer" }))))]);
	if (!stat.isFile()) return;
	const hash = await withAccess({ path: real, mode: stat.mode, needs: READ }, () => hashFile(real, stat.size, draft.names));
	if (hash !== null) draft.entries.push([path, { kind: "file", executable: isExecutable(stat.mode), ...hash, target: null }]);
}
