import { posix } from "node:path";
import fastGlob from "fast-glob";
import { by } from "../../core/order.ts";

/** A case file that a glob of `assay.yaml` found. */
export type FoundFile = {
	/** Relative to the suite's root, with `/`. */
	readonly file: string;
	/** Its path below the folder that its glob starts at, without the extension. */
	readonly id: string;
	readonly isLink: boolean;
};

export type Discovery = {
	/** By path; a file that several globs find is the first one's. */
	readonly files: readonly FoundFile[];
	/** Globs that found nothing. */
	readonly idleGlobs: readonly string[];
};

const CASE_FILE = /\.(ya?ml|jsonl?)$/;

/** Looks for case files below a root. Links are shown, not followed; files named `_*` are never cases. */
export async function discover(root: string, globs: readonly string[], isIgnored: (file: string) => boolean): Promise<Discovery> {
	const found = new Map<string, FoundFile>();
	const idleGlobs: string[] = [];
	const ignore = ["**/node_modules/**", ...globs.filter((glob) => glob.startsWith("!")).map((glob) => glob.slice(1))];
	for (const glob of globs.filter((positive) => !positive.startsWith("!"))) {
		const files = (await filesOf(root, glob, ignore)).filter(({ file }) => isCaseFile(file) && !isIgnored(file));
		if (files.length === 0) idleGlobs.push(glob);
		for (const file of files) if (!found.has(file.file)) found.set(file.file, file);
	}
	return { files: [...found.values()].sort(by(({ file }) => file)), idleGlobs };
}

function isCaseFile(file: string): boolean {
	return CASE_FILE.test(file) && !posix.basename(file).startsWith("_");
}

/** The order in which fast-glob finds files is random. */
async function filesOf(root: string, glob: string, ignore: readonly string[]): Promise<readonly FoundFile[]> {
	const options = { cwd: root, ignore: [...ignore], onlyFiles: false, objectMode: true as const, followSymbolicLinks: false };
	const files: FoundFile[] = [];
	for (const { base, patterns } of fastGlob.generateTasks(glob)) {
		for (const { path, dirent } of await fastGlob([...patterns], options)) {
			const file = posix.normalize(path);
			const id = posix.relative(base, file).replace(CASE_FILE, "");
			if (dirent.isFile() || dirent.isSymbolicLink()) files.push({ file, id, isLink: dirent.isSymbolicLink() });
		}
	}
	return files;
}
