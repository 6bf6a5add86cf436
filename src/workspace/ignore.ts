import { globMatcher } from "../core/glob.ts";

/** Matches relative paths. A glob without `/` means a name at any depth, as in `.gitignore`. */
export function pathMatcher(globs: readonly string[]): (path: string) => boolean {
	return globMatcher(globs.map((glob) => glob.replace(/(?<=.)\/+$/, "")).flatMap((glob) => (glob.includes("/") ? [glob] : [`**/${glob}`])));
}
