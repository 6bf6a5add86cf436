import { realpathSync } from "node:fs";
import { isAbsolute } from "node:path";
import { byteLength } from "../core/text.ts";
import type { UserIds } from "../isolation/command.ts";
import { INSIDE } from "../isolation/inside.ts";
import { ownerOf } from "./owner.ts";
import { MOST_PATH_BYTES } from "./path-bound.ts";
import { type PathWalk, type WalkFault, walkPath } from "./path-walk.ts";
import { attempt, type Reached, type Reason, refused, refusedFor } from "./refusal.ts";

declare const jailed: unique symbol;

/** A canonical path inside the root of a jail, as it was when it was looked up. Only this file makes one. */
export type JailedPath = string & { readonly [jailed]: true };

/** The tree that file tools may touch. */
export type Jail = {
	readonly root: JailedPath;
	/** Who has it, where that is not the harness. */
	readonly owner: UserIds | null;
};

/** What exists of a path, and the names after it that do not. */
export type Place = { readonly path: JailedPath; readonly missing: readonly string[] };

const WORKSPACE = "$WORKSPACE";

/** What is asked for may have dots and links in it: the bound of the system, whatever it is on this one. */
const MOST_ASKED_BYTES = 4096;

const LEAVES = `outside of ${WORKSPACE}`;

const FAULTS: Readonly<Record<WalkFault, Reason>> = {
	leaves: ["outside", LEAVES],
	loops: ["failed", "leads through too many links"],
	"parent-of-missing": ["missing", "has a .. after a name that does not exist"],
	"through-file": ["wrong-kind", "leads through something that is not a folder"],
	"too-long": ["failed", `a path of more than ${MOST_PATH_BYTES} bytes`],
};

export function jailAt(root: string): Jail {
	const real = realpathSync(root);
	return { root: brand(real), owner: ownerOf(real) };
}

/** Looks a path up: relative to the root, below `$WORKSPACE` (by this name or as commands see it), or absolute inside the root. Links are followed inside only. */
export async function locate(jail: Jail, path: string): Promise<Reached<Place>> {
	if (path === "" || path.includes("\0")) return refused("failed", "an empty path, or one with a zero byte");
	if (byteLength(path) > MOST_ASKED_BYTES) return refused("failed", `a path of more than ${MOST_ASKED_BYTES} bytes`);
	const said = sayPath(jail, path);
	const names = namesOf(jail, path);
	if (names === null) return refused("outside", `${said}: ${LEAVES}`);
	return await attempt(said, async () => {
		const walked = await walkPath(walkOf(jail), names);
		if (!walked.ok) return refusedFor(FAULTS[walked.fault], said);
		return { ok: true, value: { path: brand([jail.root, ...walked.at].join("/")), missing: walked.missing } };
	});
}

/** An entry of a folder that is in the jail: itself, not what it may link to. */
export function entryIn(folder: JailedPath, name: string): JailedPath {
	if (name === "" || name === "." || name === ".." || name.includes("/")) throw new Error(`not a name: ${name}`);
	return brand(`${folder}/${name}`);
}

/** Whether a canonical path is in the jail. */
export function holds(jail: Jail, path: string): path is JailedPath {
	return path === jail.root || path.startsWith(`${jail.root}/`);
}

/** A path as it may be shown: relative to the root, `.` for the root itself. */
export function relativePath(jail: Jail, path: string): string {
	return path === jail.root ? "." : path.slice(jail.root.length + 1);
}

/** What was asked for, without the place where the workspace happens to lie. */
export function sayPath(jail: Jail, path: string): string {
	return path.replaceAll(jail.root, () => WORKSPACE);
}

function walkOf(jail: Jail): PathWalk {
	return { root: jail.root, from: [], fromRoot: (target) => belowRoot(jail, target) };
}

function namesOf(jail: Jail, path: string): readonly string[] | null {
	const called = [WORKSPACE, INSIDE.workspace].find((name) => path === name || path.startsWith(`${name}/`));
	if (called !== undefined) return path.slice(called.length).split("/");
	return isAbsolute(path) ? belowRoot(jail, path) : path.split("/");
}

function belowRoot(jail: Jail, path: string): readonly string[] | null {
	const names = path.split("/").filter((name) => name !== "" && name !== ".");
	const root = jail.root.split("/").slice(1);
	return root.every((name, index) => name === names[index]) ? names.slice(root.length) : null;
}

function brand(path: string): JailedPath {
	return path as JailedPath;
}
