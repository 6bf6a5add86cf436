import { relative } from "node:path";

/** A path as one would type it from here; absolute where that is shorter. */
export function shortPath(cwd: string, path: string): string {
	const way = relative(cwd, path);
	return way === "" ? "." : way.length < path.length ? way : path;
}
