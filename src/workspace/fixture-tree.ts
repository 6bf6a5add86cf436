import { isUtf8 } from "node:buffer";
import { lstatSync, readdirSync, type Stats } from "node:fs";
import { realpath } from "node:fs/promises";
import { by, byCodeUnit } from "../core/order.ts";
import { byteLength } from "../core/text.ts";
import { codeOf } from "../isolation/system-error.ts";
import { entryName } from "./entry-name.ts";
import { readFixtureLink } from "./fixture-link.ts";
import { MOST_PATH_BYTES } from "./path-bound.ts";
import { type Pause, startSlices } from "./pause.ts";

/** `path` is relative, with `/`; `target` is where a link points, as it stands. */
export type FixtureEntry =
	| { readonly kind: "folder"; readonly path: string }
	| { readonly kind: "file"; readonly path: string; readonly mode: number; readonly size: number }
	| { readonly kind: "link"; readonly path: string; readonly target: string };

/** What a fixture holds, sorted by path, and what it may not hold, as texts without a place. */
export type FixtureTree = { readonly root: string; readonly entries: readonly FixtureEntry[]; readonly problems: readonly string[] };

type Draft = { readonly root: string; readonly pause: Pause; readonly entries: FixtureEntry[]; readonly problems: string[] };

export async function readFixture(directory: string): Promise<FixtureTree> {
	const root = await realpath(directory).catch(() => directory);
	const draft: Draft = { root, pause: startSlices(), entries: [], problems: [] };
	await readFolder(draft, "");
	return { root: draft.root, entries: draft.entries.sort(by((entry) => entry.path)), problems: draft.problems.sort(byCodeUnit) };
}

async function readFolder(draft: Draft, folder: string): Promise<void> {
	try {
		for (const name of readdirSync(`${draft.root}/${folder}`, { encoding: "buffer" })) {
			await readNamed(draft, folder, name);
			await draft.pause();
		}
	} catch (error) {
		draft.problems.push(`${folder === "" ? "the fixture" : folder}: ${unreadable(error)}`);
	}
}

async function readNamed(draft: Draft, folder: string, name: Buffer): Promise<void> {
	const below = folder === "" ? "" : `${folder}/`;
	if (isUtf8(name)) await readEntry(draft, below + name.toString("utf8"));
	else draft.problems.push(`${below}${entryName(name)}: the name is not UTF-8`);
}

async function readEntry(draft: Draft, path: string): Promise<void> {
	const stat = lstatSync(`${draft.root}/${path}`);
	if (stat.isSymbolicLink()) await readLink(draft, path);
	else if (stat.isFile()) draft.entries.push({ kind: "file", path, mode: stat.mode, size: stat.size });
	else if (!stat.isDirectory()) draft.problems.push(`${path}: ${special(stat)}; a fixture holds files, folders and links`);
	else if (byteLength(path) > MOST_PATH_BYTES) draft.problems.push(`${path}: a path of more than ${MOST_PATH_BYTES} bytes`);
	else {
		draft.entries.push({ kind: "folder", path });
		await readFolder(draft, path);
	}
}

async function readLink(draft: Draft, path: string): Promise<void> {
	const link = await readFixtureLink(draft.root, path);
	if (link.ok) draft.entries.push({ kind: "link", path, target: link.target });
	else draft.problems.push(link.problem);
}

function special(stat: Stats): string {
	if (stat.isFIFO()) return "a FIFO";
	return stat.isSocket() ? "a socket" : "a device";
}

function unreadable(error: unknown): string {
	const code = codeOf(error);
	if (code === "ENOENT") return "does not exist";
	return code === "ENOTDIR" ? "is not a folder" : `cannot be read (${code})`;
}
