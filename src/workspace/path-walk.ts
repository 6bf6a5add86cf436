import type { Stats } from "node:fs";
import { lstat, readlink } from "node:fs/promises";
import { isAbsolute } from "node:path";
import { byteLength } from "../core/text.ts";
import { codeOf } from "../isolation/system-error.ts";
import { MOST_PATH_BYTES } from "./path-bound.ts";

export type WalkFault = "leaves" | "loops" | "parent-of-missing" | "through-file" | "too-long";

/** Where a path ends up: names from the root with all links resolved, and the names after them that do not exist. */
export type Walked =
	| { readonly ok: true; readonly at: readonly string[]; readonly missing: readonly string[] }
	| { readonly ok: false; readonly fault: WalkFault };

export type PathWalk = {
	/** Canonical. */
	readonly root: string;
	/** Canonical names from the root: where relative names start. */
	readonly from: readonly string[];
	/** Names from the root of an absolute link target; null when it is elsewhere. */
	readonly fromRoot: (target: string) => readonly string[] | null;
};

type State = { readonly at: string[]; readonly todo: string[]; readonly missing: string[]; links: number };

const MOST_LINKS = 40;

/**
 * Resolves a path as the kernel does, name by name. Refuses the first step out of the root, even when a later one would come
 * back, and a `..` after a missing name: what it means depends on what that name becomes.
 */
export async function walkPath(walk: PathWalk, names: readonly string[]): Promise<Walked> {
	const state: State = { at: [...walk.from], todo: [], missing: [], links: 0 };
	push(state, names);
	for (let name = state.todo.pop(); name !== undefined; name = state.todo.pop()) {
		const fault = name === ".." ? up(state) : await down(walk, state, name);
		if (fault !== null) return { ok: false, fault };
	}
	return { ok: true, at: state.at, missing: state.missing };
}

/** The next name is last. */
function push(state: State, names: readonly string[]): void {
	state.todo.push(...names.filter((name) => name !== "" && name !== ".").reverse());
}

function up(state: State): WalkFault | null {
	if (state.missing.length > 0) return "parent-of-missing";
	return state.at.pop() === undefined ? "leaves" : null;
}

async function down(walk: PathWalk, state: State, name: string): Promise<WalkFault | null> {
	const relative = [...state.at, ...state.missing, name].join("/");
	if (byteLength(relative) > MOST_PATH_BYTES) return "too-long";
	const path = `${walk.root}/${relative}`;
	const entry = state.missing.length > 0 ? null : await lstatOrNull(path);
	if (entry?.isSymbolicLink()) return follow(walk, state, await readlink(path));
	if (entry === null) state.missing.push(name);
	else if (state.todo.length > 0 && !entry.isDirectory()) return "through-file";
	else state.at.push(name);
	return null;
}

function follow(walk: PathWalk, state: State, target: string): WalkFault | null {
	state.links += 1;
	if (state.links > MOST_LINKS) return "loops";
	const names = isAbsolute(target) ? walk.fromRoot(target) : target.split("/");
	if (names === null) return "leaves";
	if (isAbsolute(target)) state.at.length = 0;
	push(state, names);
	return null;
}

async function lstatOrNull(path: string): Promise<Stats | null> {
	try {
		return await lstat(path);
	} catch (error) {
		if (codeOf(error) === "ENOENT") return null;
		throw error;
	}
}
