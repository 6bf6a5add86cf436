import { expect, test } from "vitest";
import { decimal, ratio } from "../../src/report/decimal.ts";

test.each([
	[0, 0, null],
	[0, 7, "0.0000"],
	[7, 7, "1.0000"],
	[3, 4, "0.7500"],
	[2, 3, "0.6667"],
	[1, 3, "0.3333"],
	[1, 20_000, "0.0001"],
	[1, 20_001, "0.0000"],
	[19_999, 20_000, "1.0000"],
	[9_999, 20_000, "0.5000"],
	[1, 100_000, "0.0000"],
	[1_000_000_000, 3_000_000_000, "0.3333"],
])("%i of %i is %s", (passed, of, expected) => {
	expect(ratio(passed, of)).toBe(expected);
});

test.each([
	[1, "1.0000"],
	[0, "0.0000"],
	[0.5, "0.5000"],
	[0.1 + 0.2, "0.3000"],
	[12.34567, "12.3457"],
])("the weight %d is written %s", (weight, expected) => {
	expect(decimal(weight)).toBe(expected);
});
