import { posix } from "node:path";

/** Whether a path, read from any folder, stays in it: relative, with `/`, without a way up. */
export function isInnerPath(path: string): boolean {
	if (path.trim() === "" || path.includes("\0") || path.includes("\\") || posix.isAbsolute(path)) return false;
	return !posix.normalize(path).split("/").includes("..");
}

/** The same for a glob, in which \\ is an escape and ! at the head turns its meaning round. */
export function isInnerGlob(glob: string): boolean {
	return glob.trim() !== "" && !/^!?\//.test(glob) && !glob.split("/").includes("..");
}
