import picomatch from "picomatch";

/** Matches paths and ids with `/` against globs (`*` within a segment, `**` across); no globs match nothing. */
export function globMatcher(globs: readonly string[]): (path: string) => boolean {
	if (globs.length === 0) return () => false;
	// Without the flag s, `**` would pass over names that hold a line break.
	return picomatch([...globs], { dot: true, strictSlashes: false, flags: "s" });
}

/** Why a glob is not to be held against names that others chose. */
export type GlobFault = "group" | "length" | "alternatives" | "stars";

export const MOST_GLOB_CHARACTERS = 1_000;
export const MOST_ALTERNATIVES = 32;
const MOST_BRACES = 8;
/** Runs of `*` in one segment beyond its first, and with the `**` among them: what a path can be divided by in several ways. */
const MOST_MORE_STARS = 2;
const MOST_WAYS = 3;
const [ACROSS, WITHIN] = ["\u0001", "\u0002"];

/** Globs become regular expressions, and some of those take for ever on a long name: what a glob may not hold, or null. */
export function globFault(glob: string): GlobFault | null {
	if (glob.length > MOST_GLOB_CHARACTERS) return "length";
	const plain = glob.replace(/\\./gsu, "x");
	if (/[()]|[\]}]\+/.test(plain)) return "group";
	if (plain.split("{").length - 1 > MOST_BRACES) return "alternatives";
	let count = 0;
	// Stars of two braces that stand side by side are two, so they may not read as `**`.
	for (const alternative of alternativesOf(plain.replace(/\*\*+/g, ACROSS).replace(/\*/g, WITHIN))) {
		count += 1;
		if (count > MOST_ALTERNATIVES) return "alternatives";
		if (hasManyStars(alternative)) return "stars";
	}
	return null;
}

/** What the braces of a glob stand for, each written out. */
export function* alternativesOf(glob: string): Generator<string> {
	const group = /\{([^{}]*,[^{}]*)\}/.exec(glob);
	if (group === null) return yield glob;
	const [whole, inner = ""] = group;
	const [before, after] = [glob.slice(0, group.index), glob.slice(group.index + whole.length)];
	for (const part of inner.split(",")) yield* alternativesOf(`${before}${part}${after}`);
}

function hasManyStars(glob: string): boolean {
	const segments = glob.split("/").map((segment) => [...segment].filter((character) => character === ACROSS || character === WITHIN));
	const across = segments.filter((stars) => stars.includes(ACROSS)).length;
	const more = segments.reduce((sum, stars) => sum + Math.max(0, stars.length - 1), 0);
	return more > MOST_MORE_STARS || across + more > MOST_WAYS;
}
