import type { Usage } from "./usage.ts";

/** Nano-dollars per token, integers: $3 per million tokens is 3,000. */
export type Price = {
	readonly input: number;
	readonly output: number;
	readonly cacheRead: number;
	readonly cacheWrite: number;
};

/** What a usage costs in integer nano-dollars (10⁻⁹ USD). */
export function nanoUsdOf(usage: Usage, price: Price): number {
	return usage.input * price.input + usage.output * price.output + usage.cacheRead * price.cacheRead + usage.cacheWrite * price.cacheWrite;
}

/** Nano-dollars as fixed-decimal dollars with nine digits after the point, e.g. `0.000123000`. */
export function formatNanoUsd(nanoUsd: number): string {
	const digits = String(nanoUsd).padStart(10, "0");
	return `${digits.slice(0, -9)}.${digits.slice(-9)}`;
}
