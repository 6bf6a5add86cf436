import { by } from "../core/order.ts";
import { each } from "../workspace/each.ts";
import { pathMatcher } from "../workspace/ignore.ts";
import { type Jail, type JailedPath, locate, relativePath } from "../workspace/jail.ts";
import { readAt } from "../workspace/jail-read.ts";
import { listInside } from "../workspace/jail-tree.ts";
import type { Reached } from "../workspace/refusal.ts";
import { textOf } from "./text-file.ts";

export type SearchedFile = { readonly name: string; readonly path: JailedPath };
export type SearchedText = { readonly name: string; readonly content: string };

const LARGEST_BYTES = 1024 * 1024;
const WIDTH = 16;
/** What a project did not write itself; a search that starts inside one of them does look there. */
const SKIPPED: ReadonlySet<string> = new Set([".git", "node_modules"]);

export type SearchScope = { readonly path: string; readonly glob: string | null; readonly signal: AbortSignal };

/** The files at and below a path, sorted; a glob is matched against the path from the root. */
export async function filesBelow(jail: Jail, { path, glob, signal }: SearchScope): Promise<Reached<readonly SearchedFile[]>> {
	const paths = await pathsBelow(jail, path, signal);
	if (!paths.ok) return paths;
	const wanted = glob === null ? (): boolean => true : pathMatcher([glob]);
	const files = paths.value.map((found) => ({ name: relativePath(jail, found), path: found })).filter(({ name }) => wanted(name));
	return { ok: true, value: files.sort(by(({ name }) => name)) };
}

/** Texts in the order of the files; what is binary, too large or may not be read is left out. */
export async function readTexts(jail: Jail, files: readonly SearchedFile[]): Promise<readonly SearchedText[]> {
	const texts: (SearchedText | null)[] = files.map(() => null);
	await each([...files.entries()], WIDTH, async ([index, { name, path }]) => {
		const read = await readAt(jail, path, LARGEST_BYTES);
		const content = read.ok ? textOf(read.value) : null;
		if (content !== null) texts[index] = { name, content };
	});
	return texts.filter((text) => text !== null);
}

async function pathsBelow(jail: Jail, path: string, signal: AbortSignal): Promise<Reached<readonly JailedPath[]>> {
	const listed = await listInside(jail, path, { depth: Number.POSITIVE_INFINITY, enters: (name) => !SKIPPED.has(name), signal });
	if (listed.ok)
		return { ok: true, value: listed.value.flatMap((entry) => (entry.kind === "file" && entry.path !== null ? [entry.path] : [])) };
	const place = await locate(jail, path);
	return listed.code === "wrong-kind" && place.ok ? { ok: true, value: [place.value.path] } : listed;
}
