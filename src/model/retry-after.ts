/** Weekday first, as every form of an HTTP date has it: `Date.parse` alone would take "-5" for a year. */
const HTTP_DATE = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)/;
const NUMBER = /^\d+(\.\d+)?$/;

/**
 * What a server asked us to wait, in milliseconds (spec A7): `retry-after-ms`, else `retry-after` in seconds or as an HTTP
 * date. A date in the past is 0; anything else is no hint. Read it when the answer arrives, since a date ages.
 */
export function retryAfterMs(headers: Headers, nowEpochMs: number): number | null {
	const ms = headers.get("retry-after-ms")?.trim() ?? "";
	if (NUMBER.test(ms)) return Math.ceil(Number(ms));
	const value = headers.get("retry-after")?.trim() ?? "";
	if (NUMBER.test(value)) return Math.ceil(Number(value) * 1_000);
	const at = HTTP_DATE.test(value) ? Date.parse(value) : Number.NaN;
	return Number.isNaN(at) ? null : Math.max(0, at - nowEpochMs);
}
