import { expect, test } from "vitest";
import { retryAfterMs } from "../../src/model/retry-after.ts";

const NOW = Date.UTC(2026, 10, 30, 12, 0, 0);

test.each([
	["45", 45_000],
	[" 7 ", 7_000],
	["0", 0],
	["0.5", 500],
	["3600", 3_600_000],
	["Mon, 30 Nov 2026 12:00:30 GMT", 30_000],
	["Mon, 30 Nov 2026 11:59:00 GMT", 0],
	["soon", null],
	["", null],
	["-5", null],
	["2026", 2_026_000],
])("Retry-After %j is %j", (value, expected) => {
	expect(retryAfterMs(new Headers({ "retry-after": value }), NOW)).toBe(expected);
});

test("retry-after-ms is exact and goes first", () => {
	expect(retryAfterMs(new Headers({ "retry-after-ms": "1200.4", "retry-after": "9" }), NOW)).toBe(1_201);
	expect(retryAfterMs(new Headers({ "retry-after-ms": "no", "retry-after": "9" }), NOW)).toBe(9_000);
});

test("without a header there is no hint", () => {
	expect(retryAfterMs(new Headers(), NOW)).toBeNull();
});
