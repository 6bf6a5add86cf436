import { isPaid } from "../batch/holds.ts";
import type { BatchSetting } from "../batch/setting.ts";
import type { Arm } from "../case/case.ts";
import type { SuiteConfig } from "../case/suite.ts";
import { CancellationToken } from "../core/cancel.ts";
import type { Price } from "../core/price.ts";
import { systemClock } from "../core/system-clock.ts";
import type { PoolLimits } from "../recording/journal-record.ts";
import type { BatchOptions } from "./batch-options.ts";
import type { CashBook } from "./cash-book.ts";
import { providerPauses } from "./provider-pauses.ts";

type Made = Pick<BatchSetting, "openModel" | "secrets" | "isolation" | "notice" | "pool"> & {
	readonly directory: string;
	readonly cash: CashBook;
};

/** What all trials of a batch share: what was asked for, what was made for it, and else the suite's own. */
export function settingOf(options: BatchOptions, { directory, cash, ...made }: Made): BatchSetting {
	const { config } = options.suite;
	const priceOf: BatchSetting["priceOf"] = (arm) => priceIn(config, arm);
	const stop = options.stop ?? new CancellationToken();
	return {
		config,
		runDirectory: directory,
		clock: options.clock ?? systemClock,
		cancel: options.cancel ?? new CancellationToken(),
		stop,
		charge: (arm, usage) => {
			if (!isPaid(arm)) return;
			cash.charge(usage, priceOf(arm));
			if (isWasted(cash, made.pool, config.pool.waste)) stop.cancel({ kind: "cash" });
		},
		concurrency: options.concurrency ?? config.concurrency,
		pauseOf: providerPauses(options.clock ?? systemClock),
		priceOf,
		keepWorkspaces: options.keepWorkspaces ?? false,
		...made,
	};
}

/** Null where neither the caller nor the suite bounds anything. */
export function poolOf({ suite, limits = {} }: BatchOptions): PoolLimits | null {
	const { tokens, nanoUsd } = { ...suite.config.pool, ...limits };
	return tokens === null && nanoUsd === null ? null : { tokens, nanoUsd };
}

export function priceIn({ prices }: SuiteConfig, { model }: Arm): Price | null {
	return model === null ? null : (prices.get(model) ?? null);
}

/** Failed attempts cost money that no plan knows of: so much of it, and the batch ends as at Ctrl-C (DESIGN §6). */
function isWasted(cash: CashBook, pool: PoolLimits | null, waste: number): boolean {
	if (pool === null) return false;
	const { tokens, nanoUsd } = cash.spent();
	const over = (spent: number, limit: number | null): boolean => limit !== null && spent >= limit * (1 + waste);
	return over(tokens, pool.tokens) || over(nanoUsd, pool.nanoUsd);
}
