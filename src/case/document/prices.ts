import type { Price } from "../../core/price.ts";
import type { PriceDocument } from "./config-document.ts";
import { scaled } from "./decimal.ts";

/** Dollars per million tokens as nano-dollars per token; what the cache costs is rounded up to a whole one. */
export function decodePrice({ input, output, cache_read, cache_write }: PriceDocument): Price {
	const inputNano = nanoPerToken(input);
	return {
		input: inputNano,
		output: nanoPerToken(output),
		cacheRead: cache_read === undefined ? Math.ceil(inputNano / 10) : nanoPerToken(cache_read),
		cacheWrite: cache_write === undefined ? Math.ceil((inputNano * 5) / 4) : nanoPerToken(cache_write),
	};
}

function nanoPerToken(dollarsPerMillion: number): number {
	return scaled(dollarsPerMillion, 3) ?? 0;
}
