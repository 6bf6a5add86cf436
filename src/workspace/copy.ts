import { chmodSync, constants, copyFileSync, mkdirSync, symlinkSync } from "node:fs";
import { copyFile } from "node:fs/promises";
import type { FixtureEntry, FixtureTree } from "./fixture-tree.ts";
import { plainMode } from "./mode.ts";
import { startSlices } from "./pause.ts";

type Copied<Kind> = Extract<FixtureEntry, { readonly kind: Kind }>;

const FLAGS = constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL;
/** From here on a copy takes longer than other trials should wait for it. */
const LARGE_BYTES = 256 * 1024;

/** Makes every entry of a fixture below an empty folder: real copies, modes as under umask 022, links as they stand. */
export async function copyFixture(fixture: FixtureTree, to: string): Promise<void> {
	const pause = startSlices();
	// Sorted by path, so an entry comes after the folder that it is in.
	for (const entry of fixture.entries) {
		await copyEntry(entry, fixture.root, to);
		await pause();
	}
}

/** `mkdir` alone would follow the umask. */
export function makeFolder(path: string): void {
	mkdirSync(path);
	chmodSync(path, 0o755);
}

async function copyEntry(entry: FixtureEntry, from: string, to: string): Promise<void> {
	const target = `${to}/${entry.path}`;
	if (entry.kind === "folder") makeFolder(target);
	else if (entry.kind === "link") symlinkSync(entry.target, target);
	else await copyOneFile(entry, `${from}/${entry.path}`, target);
}

async function copyOneFile({ mode, size }: Copied<"file">, source: string, target: string): Promise<void> {
	if (size < LARGE_BYTES) copyFileSync(source, target, FLAGS);
	else await copyFile(source, target, FLAGS);
	// The copy has the mode of the original, untouched by the umask.
	if ((mode & 0o7777) !== plainMode(mode)) chmodSync(target, plainMode(mode));
}
