import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatNanoUsd, nanoUsdOf } from "../../src/core/price.ts";
import { addUsage, NO_USAGE, promptTokensOf, tokensOf } from "../../src/core/usage.ts";

const usage = { input: 1_000, output: 200, cacheRead: 30_000, cacheWrite: 400, complete: true };

describe("prices", () => {
	test("each kind of token has its own", () => {
		// $3, $15, $0.30 and $3.75 per million tokens.
		const price = { input: 3_000, output: 15_000, cacheRead: 300, cacheWrite: 3_750 };
		expect(nanoUsdOf(usage, price)).toBe(3_000_000 + 3_000_000 + 9_000_000 + 1_500_000);
	});

	test.each([
		[0, "0.000000000"],
		[1, "0.000000001"],
		[123_000, "0.000123000"],
		[1_000_000_000, "1.000000000"],
		[12_345_678_901, "12.345678901"],
	])("%d nano-dollars read %s", (nanoUsd, text) => {
		expect(formatNanoUsd(nanoUsd)).toBe(text);
	});

	test("a formatted sum holds every nano-dollar", () => {
		fc.assert(
			fc.property(fc.nat(), fc.nat(1_000_000), (low, high) => {
				const nanoUsd = low + high * 2 ** 31;
				expect(BigInt(formatNanoUsd(nanoUsd).replace(".", ""))).toBe(BigInt(nanoUsd));
			}),
		);
	});
});

describe("usage", () => {
	test("bounds count input and output; a prompt's size is input and both cache figures", () => {
		expect([tokensOf(usage), promptTokensOf(usage)]).toEqual([1_200, 31_400]);
	});

	test("a sum is complete when all its parts are", () => {
		expect(addUsage(usage, { ...NO_USAGE, input: 1, output: 2, cacheRead: 3, cacheWrite: 4 })).toEqual({
			input: 1_001,
			output: 202,
			cacheRead: 30_003,
			cacheWrite: 404,
			complete: true,
		});
		expect(addUsage(usage, { ...usage, complete: false }).complete).toBe(false);
		expect(addUsage({ ...usage, complete: false }, usage).complete).toBe(false);
	});
});
