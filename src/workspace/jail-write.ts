import { constants } from "node:fs";
import { mkdir } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { codeOf } from "../isolation/system-error.ts";
import { type Jail, locate, type Place, relativePath, sayPath } from "./jail.ts";
import { withFile, withFolder } from "./jail-open.ts";
import { giveTo } from "./owner.ts";
import { attempt, type Reached, refused } from "./refusal.ts";

type Target = { readonly jail: Jail; readonly said: string; readonly content: string };

/** Creates or replaces a regular file, and the folders that it needs. Gives its path from the root. */
export async function writeInside(jail: Jail, path: string, content: string): Promise<Reached<string>> {
	const place = await locate(jail, path);
	if (!place.ok) return place;
	const { folder, names, whole } = split(place.value);
	if (whole === jail.root || path.endsWith("/")) return refused("wrong-kind", `${sayPath(jail, path)}: is a folder`);
	const said = relativePath(jail, whole);
	return await attempt(said, () =>
		withFolder(jail, { real: folder, said }, (pinned) => writeBelow({ jail, said, content }, pinned, names)),
	);
}

/** A folder that exists, and the names below it: the last is the file's, those before it are folders to make. */
function split({ path, missing }: Place): { readonly folder: string; readonly names: readonly string[]; readonly whole: string } {
	if (missing.length === 0) return { folder: dirname(path), names: [basename(path)], whole: path };
	return { folder: path, names: missing, whole: [path, ...missing].join("/") };
}

async function writeBelow(target: Target, pinned: string, names: readonly string[]): Promise<Reached<string>> {
	const [name = "", ...rest] = names;
	const opening = { real: `${pinned}/${name}`, said: target.said };
	if (rest.length === 0) return await writeAt(target, opening.real);
	await makeFolder(target.jail, opening.real);
	return await withFolder(target.jail, opening, (next) => writeBelow(target, next, rest));
}

async function writeAt({ jail, said, content }: Target, real: string): Promise<Reached<string>> {
	return await withFile(jail, { real, said, flags: constants.O_WRONLY | constants.O_CREAT }, async (file) => {
		await file.truncate(0);
		await file.writeFile(content);
		if (jail.owner !== null) await file.chown(jail.owner.uid, jail.owner.gid);
		return { ok: true, value: said };
	});
}

/** Something else of that name may have come in between: opening it as a folder will tell. */
async function makeFolder({ owner }: Jail, path: string): Promise<void> {
	try {
		await mkdir(path);
		giveTo(owner, path);
	} catch (error) {
		if (codeOf(error) !== "EEXIST") throw error;
	}
}
