import { constants } from "node:fs";
import { type FileHandle, open, readlink, realpath } from "node:fs/promises";
import { holds, type Jail } from "./jail.ts";
import { type Reached, type Refused, refused } from "./refusal.ts";

const { O_DIRECTORY, O_NOCTTY, O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = constants;
/** Where a descriptor says where it is. Elsewhere the path is looked up again, which a quick enough swap may deceive. */
const HAS_PROC = process.platform === "linux";

/** The path that is opened, and how a refusal calls it. */
export type Opening = { readonly real: string; readonly said: string };

/**
 * Opens a regular file, then checks where the descriptor is: nothing can be swapped between the check and the use. Follows no
 * link and never waits for a FIFO. Flags that truncate are not for here: they act before the check.
 */
export async function withFile<T>(
	jail: Jail,
	opening: Opening & { readonly flags: number },
	use: (file: FileHandle) => Promise<Reached<T>>,
): Promise<Reached<T>> {
	const file = await open(opening.real, opening.flags | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY, 0o644);
	try {
		const fault = (await escaped(jail, file, opening)) ?? (await notRegular(file, opening));
		return fault ?? (await use(file));
	} finally {
		await file.close();
	}
}

/** Holds a folder open, so that names below the path that `use` gets mean this very folder, wherever its own path leads by then. */
export async function withFolder<T>(jail: Jail, opening: Opening, use: (pinned: string) => Promise<Reached<T>>): Promise<Reached<T>> {
	const folder = await open(opening.real, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
	try {
		const fault = await escaped(jail, folder, opening);
		return fault ?? (await use(HAS_PROC ? `/proc/self/fd/${folder.fd}` : opening.real));
	} finally {
		await folder.close();
	}
}

async function escaped(jail: Jail, handle: FileHandle, { real, said }: Opening): Promise<Refused | null> {
	const place = HAS_PROC ? await readlink(`/proc/self/fd/${handle.fd}`) : await realpath(real);
	return holds(jail, place) ? null : refused("outside", `${said}: outside of $WORKSPACE`);
}

async function notRegular(file: FileHandle, { said }: Opening): Promise<Refused | null> {
	const stat = await file.stat();
	if (stat.isFile()) return null;
	return refused("wrong-kind", `${said}: ${stat.isDirectory() ? "is a folder" : "is not a regular file"}`);
}
