import { chmodSync, lstatSync, mkdtempSync, readdirSync, renameSync, rmdirSync, unlinkSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { codeOf } from "../isolation/system-error.ts";
import { unlessGone } from "./gone.ts";
import { type Pause, startSlices } from "./pause.ts";

/** Paths are bytes, since a name need not be UTF-8. */
type Removal = { readonly top: Buffer; readonly pause: Pause; readonly lifted: Buffer[] };

/** A folder further below the top is moved up to it first: so no path is too long for the system and no walk too deep for the stack. */
const MOST_BYTES_BELOW_TOP = 256;
/** What passes by itself: a file that another process holds or has just made, too many open files. */
const PASSING: ReadonlySet<string | null> = new Set(["EBUSY", "EMFILE", "ENFILE", "ENOTEMPTY"]);
const TRIES = 4;
const WAIT_MS = 100;
const OPEN = 0o700;

/** Removes a tree of any depth, also one whose folders their owner may not enter. A link goes, not what it leads to. */
export async function removeTree(path: string): Promise<void> {
	for (let tries = 1; ; tries += 1) {
		try {
			await unlessGone(() => removeAll(Buffer.from(path)));
			return;
		} catch (error) {
			if (tries === TRIES || !PASSING.has(codeOf(error))) throw error;
		}
		await setTimeout(tries * WAIT_MS);
	}
}

async function removeAll(top: Buffer): Promise<void> {
	if (!isFolder(top)) return unlinkSync(top);
	const removal: Removal = { top, pause: startSlices(), lifted: [] };
	await emptyFolder(removal, top);
	for (let folder = removal.lifted.pop(); folder !== undefined; folder = removal.lifted.pop()) await removeFolder(removal, folder);
	rmdirSync(top);
}

async function removeFolder(removal: Removal, folder: Buffer): Promise<void> {
	await emptyFolder(removal, folder);
	rmdirSync(folder);
}

async function emptyFolder(removal: Removal, folder: Buffer): Promise<void> {
	openFolder(folder);
	for (const name of readdirSync(folder, { encoding: "buffer" })) {
		await unlessGone(() => removeEntry(removal, Buffer.concat([folder, Buffer.from("/"), name])));
		await removal.pause();
	}
}

async function removeEntry(removal: Removal, path: Buffer): Promise<void> {
	if (!isFolder(path)) unlinkSync(path);
	else if (path.length - removal.top.length > MOST_BYTES_BELOW_TOP) removal.lifted.push(lift(removal.top, path));
	else await removeFolder(removal, path);
}

/** Renaming onto an empty folder replaces it: no name that the tree may have is overwritten. */
function lift(top: Buffer, folder: Buffer): Buffer {
	// A folder that is moved has its `..` changed, for which it must be open.
	openFolder(folder);
	const place = mkdtempSync(`${top.toString()}/lifted-`);
	renameSync(folder, place);
	return Buffer.from(place);
}

function openFolder(folder: Buffer): void {
	const { mode } = lstatSync(folder);
	if ((mode & OPEN) !== OPEN) chmodSync(folder, OPEN);
}

function isFolder(path: Buffer): boolean {
	return lstatSync(path).isDirectory();
}
