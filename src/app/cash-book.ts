import type { BudgetPool } from "../core/pool.ts";
import { nanoUsdOf, type Price } from "../core/price.ts";
import { tokensOf, type Usage } from "../core/usage.ts";

/** All that left the machine: every usage a provider reported, failed attempts included. */
export type CashBook = {
	readonly charge: (usage: Usage, price: Price | null) => void;
	readonly spent: () => { readonly tokens: number; readonly nanoUsd: number };
};

/** A caller's pool is told too; it may be shared with other work, whose spending is not the batch's. */
export function cashBook(pool: BudgetPool | null): CashBook {
	let tokens = 0;
	let nanoUsd = 0;
	return {
		charge: (usage, price) => {
			const money = price === null ? 0 : nanoUsdOf(usage, price);
			pool?.record({ usage, nanoUsd: money });
			tokens += tokensOf(usage);
			nanoUsd += money;
		},
		spent: () => ({ tokens, nanoUsd }),
	};
}
