import { realpath } from "node:fs/promises";
import { join, posix, relative, resolve, sep } from "node:path";
import { globMatcher } from "../core/glob.ts";
import type { Case } from "./case.ts";
import type { FoundFile } from "./find/discover.ts";
import { didYouMean } from "./problem/did-you-mean.ts";
import type { Complaint } from "./problem/finding.ts";

/** Which cases of a suite are wanted. An empty list wants all. */
export type Selection = {
	/** What `paths` are relative to: where the user stands. */
	readonly cwd: string;
	/** Case files, folders of them, or the suite's own folder. */
	readonly paths: readonly string[];
	/** Cases that carry any of them. */
	readonly tags: readonly string[];
	/** Cases that carry none of them. */
	readonly notTags: readonly string[];
	/** Over ids: `*` within a segment, `**` across. */
	readonly caseGlobs: readonly string[];
};

export type Selected<T> = { readonly value: readonly T[]; readonly complaints: readonly Complaint[] };

/** The files that paths name. Each path must name at least one. */
export async function selectFiles(root: string, files: readonly FoundFile[], { cwd, paths }: Selection): Promise<Selected<FoundFile>> {
	if (paths.length === 0) return { value: files, complaints: [] };
	const wanted = new Set<FoundFile>();
	const complaints: Complaint[] = [];
	const realRoot = await realpath(root);
	for (const path of paths) {
		const real = await realpath(resolve(cwd, path)).catch(() => null);
		const inSuite = real === null ? null : relative(realRoot, real).split(sep).join("/");
		const matches = files.filter(({ file }) => inSuite === "" || file === inSuite || file.startsWith(`${inSuite}/`));
		for (const match of matches) wanted.add(match);
		if (matches.length > 0) continue;
		if (inSuite === null) complaints.push({ what: `no such path: "${path}"`, remedy: remedyFor(path, root, files) });
		else
			complaints.push({ what: `no case in "${path}"`, remedy: "name a case file, or a folder of them, that `cases` of assay.yaml finds" });
	}
	return { value: files.filter((file) => wanted.has(file)), complaints };
}

/** A path that is one in the suite is right but for where the user stands: to offer it again would be no hint. */
function remedyFor(path: string, root: string, files: readonly FoundFile[]): string {
	const inSuite = posix.normalize(path).replace(/\/$/, "");
	const names = files.map(({ file }) => file);
	if (!names.some((file) => file === inSuite || file.startsWith(`${inSuite}/`))) return didYouMean(path, names);
	return `paths are seen from the current folder: write "${join(root, inSuite)}"`;
}

/** The cases that tags and globs choose. A tag or a glob that no case answers to is a slip of the keyboard. */
export function selectCases(cases: readonly Case[], { tags, notTags, caseGlobs }: Selection): Selected<Case> {
	const isWanted = caseGlobs.length === 0 ? () => true : globMatcher(caseGlobs);
	const value = cases.filter(
		(subject) => isWanted(subject.id) && (tags.length === 0 || hasAny(subject, tags)) && !hasAny(subject, notTags),
	);
	const complaints = [...idleTags(cases, tags), ...idleGlobs(cases, caseGlobs)];
	if (value.length > 0 || complaints.length > 0) return { value, complaints };
	return { value, complaints: [{ what: "no case is left", remedy: "choose other paths, tags or globs" }] };
}

function hasAny(subject: Case, tags: readonly string[]): boolean {
	return tags.some((tag) => subject.tags.includes(tag));
}

function idleTags(cases: readonly Case[], tags: readonly string[]): readonly Complaint[] {
	const known = new Set(cases.flatMap((subject) => subject.tags));
	return tags.filter((tag) => !known.has(tag)).map((tag) => ({ what: `no case has the tag "${tag}"`, remedy: didYouMean(tag, known) }));
}

function idleGlobs(cases: readonly Case[], globs: readonly string[]): readonly Complaint[] {
	const idle = globs.filter((glob) => {
		const matches = globMatcher([glob]);
		return !cases.some(({ id }) => matches(id));
	});
	return idle.map((glob) => ({
		what: `no case id matches "${glob}"`,
		remedy: didYouMean(
			glob,
			cases.map(({ id }) => id),
		),
	}));
}
