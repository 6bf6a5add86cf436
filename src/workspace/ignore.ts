import { globMatcher } from "../core/glob.ts";

type Matcher = (path: string) => boolean;

const compiled = new WeakMap<readonly string[], Matcher>();

/** Matches relative paths. A glob without `/` means a name at any depth, as in `.gitignore`. A list is compiled once: all trials share it. */
export function pathMatcher(globs: readonly string[]): Matcher {
	const known = compiled.get(globs);
	if (known !== undefined) return known;
	const matcher = compile(globs);
	compiled.set(globs, matcher);
	return matcher;
}

function compile(globs: readonly string[]): Matcher {
	return globMatcher(globs.map((glob) => glob.replace(/(?<=.)\/+$/, "")).flatMap((glob) => (glob.includes("/") ? [glob] : [`**/${glob}`])));
}
