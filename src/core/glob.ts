import picomatch from "picomatch";

/** Matches paths and ids with `/` against globs (`*` within a segment, `**` across); no globs match nothing. */
export function globMatcher(globs: readonly string[]): (path: string) => boolean {
	if (globs.length === 0) return () => false;
	return picomatch([...globs], { dot: true, strictSlashes: false });
}
