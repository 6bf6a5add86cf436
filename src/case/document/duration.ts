const UNITS_MS = [3_600_000, 60_000, 1_000, 1] as const;
/** The longest that a timer of Node can wait, 24.8 days; a longer one would fire at once. */
const LONGEST_MS = 2_147_483_647;

/** The milliseconds of a duration such as `5m`, `90s`, `1h30m` or `500ms`; null when it is none, is zero or is over 24 days. */
export function parseDuration(text: string): number | null {
	const counts = /^(?:(\d+)h)?(?:(\d+)m(?!s))?(?:(\d+)s)?(?:(\d+)ms)?$/.exec(text)?.slice(1);
	if (counts === undefined) return null;
	const ms = UNITS_MS.reduce((sum, unit, at) => sum + unit * Number(counts[at] ?? 0), 0);
	return ms > 0 && ms <= LONGEST_MS ? ms : null;
}
