import { BudgetPool } from "../core/budget.ts";
import { nanoUsdOf, type Price } from "../core/price.ts";
import type { Usage } from "../core/usage.ts";

/** All that left the machine: every usage a provider reported, failed attempts included. Scripted arms charge nothing real. */
export type CashBook = {
	readonly charge: (usage: Usage, price: Price | null) => void;
	readonly spent: () => { readonly tokens: number; readonly nanoUsd: number };
};

/** Tokens go to the pool, which the caller of a batch may share with other work. */
export function cashBook(pool: BudgetPool = new BudgetPool(Number.POSITIVE_INFINITY)): CashBook {
	let nanoUsd = 0;
	return {
		charge: (usage, price) => {
			pool.record(usage);
			if (price !== null) nanoUsd += nanoUsdOf(usage, price);
		},
		spent: () => ({ tokens: pool.spent, nanoUsd }),
	};
}
