const INSTANT = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2})$/;

/** Milliseconds since 1970 of an ISO instant with a zone, such as `2027-01-31T18:00:00Z`; null when it is none. */
export function parseInstant(text: string): number | null {
	const day = INSTANT.exec(text)?.[1];
	if (day === undefined || !isDay(day)) return null;
	const epochMs = epochMsOf(text);
	return Number.isNaN(epochMs) ? null : epochMs;
}

/** Parsers make a March day of the 30th of February. */
function isDay(day: string): boolean {
	const epochMs = epochMsOf(`${day}T00:00:00Z`);
	// biome-ignore lint/style/noRestrictedGlobals: writes a given instant, reads no clock
	return !Number.isNaN(epochMs) && new Date(epochMs).toISOString().startsWith(day);
}

function epochMsOf(text: string): number {
	// biome-ignore lint/style/noRestrictedGlobals: parses a given instant, reads no clock
	return Date.parse(text);
}
