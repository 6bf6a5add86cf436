import type { Dirent } from "node:fs";
import { posix } from "node:path";
import fastGlob from "fast-glob";
import { by } from "../../core/order.ts";

/** A case file that a glob of `assay.yaml` found. */
export type FoundFile = {
	/** Relative to the suite's root, with `/`. */
	readonly file: string;
	/** Its path below the folder that its glob starts at, without the extension. */
	readonly id: string;
	/** All but files are refused: what is skipped in silence is not missed. */
	readonly kind: FoundKind;
};

export type FoundKind = "file" | "link" | "hidden" | "special";

export type Discovery = {
	/** By path; a file that several globs find is the first one's. */
	readonly files: readonly FoundFile[];
	/** Globs that found nothing. */
	readonly idleGlobs: readonly string[];
	/** The `_defaults.yaml` in folders without cases, relative to the root. */
	readonly idleDefaults: readonly string[];
};

export const DEFAULTS_FILE = "_defaults.yaml";
type Entry = Pick<Dirent, "name" | "isDirectory" | "isFile" | "isSymbolicLink">;

const CASE_FILE = /\.(ya?ml|jsonl?)$/;

/** What people name and forget; editors' locks and a file system's shadows begin with other characters. */
const HIDDEN = /^\.[\p{L}\p{N}]/u;

/** Looks for case files below a root. Links are shown, not followed; files named `_*` are never cases. */
export async function discover(root: string, globs: readonly string[], isIgnored: (file: string) => boolean): Promise<Discovery> {
	const found = new Map<string, FoundFile>();
	const idleGlobs: string[] = [];
	const defaults: FoundFile[] = [];
	const ignore = ["**/node_modules/**", ...globs.filter((glob) => glob.startsWith("!")).map((glob) => glob.slice(1))];
	for (const glob of globs.filter((positive) => !positive.startsWith("!"))) {
		const files = (await filesOf(root, glob, ignore)).filter(({ file }) => !isIgnored(file));
		const cases = files.filter(isCaseFile);
		defaults.push(...files.filter(isDefaults));
		if (cases.length === 0) idleGlobs.push(glob);
		for (const file of cases) if (!found.has(file.file)) found.set(file.file, file);
	}
	return { files: [...found.values()].sort(by(({ file }) => file)), idleGlobs, idleDefaults: idleAmong(defaults, [...found.keys()]) };
}

function idleAmong(defaults: readonly FoundFile[], cases: readonly string[]): readonly string[] {
	const folders = new Set(cases.map((file) => posix.dirname(file)));
	return defaults.map(({ file }) => file).filter((file) => !folders.has(posix.dirname(file)));
}

function isDefaults({ file }: FoundFile): boolean {
	return posix.basename(file) === DEFAULTS_FILE;
}

function isCaseFile({ file }: FoundFile): boolean {
	return CASE_FILE.test(file) && !posix.basename(file).startsWith("_");
}

/** The order in which fast-glob finds files is random. */
async function filesOf(root: string, glob: string, ignore: readonly string[]): Promise<readonly FoundFile[]> {
	const options = { cwd: root, ignore: [...ignore], onlyFiles: false, objectMode: true as const, followSymbolicLinks: false };
	const files: FoundFile[] = [];
	for (const { base, patterns } of fastGlob.generateTasks(glob)) {
		for (const { path, dirent } of await fastGlob([...patterns, ...patterns.flatMap((pattern) => besides(pattern, base))], options)) {
			const file = posix.normalize(path);
			const id = posix.relative(base, file).replace(CASE_FILE, "");
			const kind = kindOfEntry(dirent, glob);
			if (kind !== null) files.push({ file, id, kind });
		}
	}
	return files;
}

/** What may lie beside cases: defaults, and files that no glob finds since they begin with a dot. At a root those are tools' own. */
function besides(pattern: string, base: string): readonly string[] {
	const folder = pattern.slice(0, pattern.lastIndexOf("/") + 1);
	return [`${folder}${DEFAULTS_FILE}`, ...(base === "." ? [] : [`${folder}.*`])];
}

function kindOfEntry(entry: Entry, glob: string): FoundKind | null {
	if (entry.isDirectory()) return null;
	if (entry.name.startsWith(".") && !posix.basename(glob).startsWith("."))
		return entry.isFile() && HIDDEN.test(entry.name) ? "hidden" : null;
	if (entry.isSymbolicLink()) return "link";
	return entry.isFile() ? "file" : "special";
}
