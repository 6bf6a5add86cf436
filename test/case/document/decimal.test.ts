import { assert, integer, property } from "fast-check";
import { expect, test } from "vitest";
import { scaled } from "../../../src/case/document/decimal.ts";
import { formatNanoUsd } from "../../../src/core/price.ts";

const MOST_NANO = 999_999_999_999_999;

test("dollars written out in full come back as the same nano-dollars", async () => {
	await assert(property(integer({ min: 0, max: MOST_NANO }), (nano) => scaled(Number(formatNanoUsd(nano)), 9) === nano));
});

test("prices written out in full come back as the same nano-dollars per token", async () => {
	await assert(
		property(integer({ min: 0, max: MOST_NANO }), (nano) => {
			const digits = String(nano).padStart(4, "0");
			return scaled(Number(`${digits.slice(0, -3)}.${digits.slice(-3)}`), 3) === nano;
		}),
	);
});

test.each([
	[0.5, 9, 500_000_000],
	[0.1 + 0.2, 9, null],
	[1e-9, 9, 1],
	[1e-10, 9, null],
	[1.5e-8, 9, 15],
	[100, 9, 100_000_000_000],
	[9_007_199, 9, 9_007_199_000_000_000],
	[9_007_200, 9, null],
	[1e21, 9, null],
	[-1, 9, null],
	[Number.NaN, 9, null],
	[Number.POSITIVE_INFINITY, 9, null],
	[0, 9, 0],
	[0.075, 3, 75],
	[0.0755, 3, null],
	[123456.123456789, 9, 123_456_123_456_789],
	[1234567.123456789, 9, null],
])("%d with %i places is %s units", (value, places, units) => {
	expect(scaled(value, places)).toBe(units);
});
