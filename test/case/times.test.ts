import { expect, test } from "vitest";
import { parseDuration } from "../../src/case/document/duration.ts";
import { parseInstant } from "../../src/case/document/instant.ts";

test.each([
	["5m", 300_000],
	["90s", 90_000],
	["1h30m", 5_400_000],
	["500ms", 500],
	["1h2m3s4ms", 3_723_004],
	["2m500ms", 120_500],
	["90m", 5_400_000],
	["24h", 86_400_000],
	["596h", 2_145_600_000],
	["597h", null],
	["0s", null],
	["", null],
	["5", null],
	["5 m", null],
	["1.5h", null],
	["-5m", null],
	["5M", null],
	["30m1h", null],
	["5m5m", null],
	["1d", null],
	["99999999999999999999s", null],
])("the duration %j is %s ms", (text, ms) => {
	expect(parseDuration(text)).toBe(ms);
});

test.each([
	["1970-01-01T00:00:00Z", 0],
	["2027-01-31T18:00:00Z", 1_801_418_400_000],
	["2027-01-31T18:00Z", 1_801_418_400_000],
	["2027-01-31T18:00:00.5Z", 1_801_418_400_500],
	["2027-01-31T19:00:00+01:00", 1_801_418_400_000],
	["2028-02-29T00:00:00Z", 1_835_395_200_000],
	["2027-02-29T00:00:00Z", null],
	["2027-13-01T00:00:00Z", null],
	["2027-01-31T25:00:00Z", null],
	["2027-01-31T18:00:00", null],
	["2027-01-31", null],
	["tomorrow", null],
	["31 Jan 2027 18:00 GMT", null],
])("the instant %j is %s ms since 1970", (text, epochMs) => {
	expect(parseInstant(text)).toBe(epochMs);
});
