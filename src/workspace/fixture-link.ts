import { isUtf8 } from "node:buffer";
import { readlink } from "node:fs/promises";
import { isAbsolute } from "node:path";
import { entryName } from "./entry-name.ts";
import { type WalkFault, walkPath } from "./path-walk.ts";

/** A link that means the same in every copy of its fixture, or why it does not. */
export type FixtureLink = { readonly ok: true; readonly target: string } | { readonly ok: false; readonly problem: string };

const NOWHERE = "a link to nothing";
const FAULTS: Readonly<Record<WalkFault, string>> = {
	leaves: "a link out of the fixture",
	loops: "a link in a circle",
	"parent-of-missing": NOWHERE,
	"through-file": NOWHERE,
	"too-long": "a link that leads too deep",
};

export async function readFixtureLink(root: string, path: string): Promise<FixtureLink> {
	const bytes = await readlink(`${root}/${path}`, { encoding: "buffer" });
	const target = bytes.toString("utf8");
	const fault = isUtf8(bytes) ? await faultOf(root, path, target) : "its target is not UTF-8";
	return fault === null ? { ok: true, target } : { ok: false, problem: `${path}: ${fault} (-> ${entryName(bytes)})` };
}

async function faultOf(root: string, path: string, target: string): Promise<string | null> {
	if (isAbsolute(target)) return "an absolute link";
	const from = path.split("/").slice(0, -1);
	const walked = await walkPath({ root, from, fromRoot: () => null }, target.split("/"));
	if (!walked.ok) return FAULTS[walked.fault];
	return walked.missing.length > 0 ? NOWHERE : null;
}
