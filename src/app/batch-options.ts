import type { Observe } from "../batch/event.ts";
import type { Arm } from "../case/case.ts";
import type { Suite } from "../case/suite.ts";
import type { CancellationToken } from "../core/cancel.ts";
import type { Clock } from "../core/clock.ts";
import { type Problem, UsageError } from "../core/error.ts";
import type { JsonObject } from "../core/json.ts";
import type { BudgetPool } from "../core/pool.ts";
import type { AskedLevel } from "../isolation/command.ts";
import type { PoolLimits } from "../recording/journal-record.ts";
import type { Environment } from "./open-models.ts";

/** A batch as a caller asks for it. What is left out has the suite's or the program's default. */
export type BatchOptions = {
	readonly suite: Suite;
	/** As `chooseArms` gives them: sorted by name, able to play the suite. */
	readonly arms: readonly Arm[];
	/** Where keys are looked up and secrets are known from; else the process's own variables. */
	readonly env?: Environment;
	/** Repeats of every case; null leaves it to each. */
	readonly repeats?: number | null;
	/** Trials at once. */
	readonly concurrency?: number;
	/** The run folder, new or empty; null makes one below the suite's reports. */
	readonly out?: string | null;
	/** A run folder to go on with, in place of `out`: what is over in it stays, as far as it still means the same. */
	readonly resume?: string | null;
	/** Abandons all at once. */
	readonly cancel?: CancellationToken;
	/** Starts nothing more; trials under way end at a round boundary. */
	readonly stop?: CancellationToken;
	/** Milliseconds from the start of the batch after which it is stopped; null lets it end by itself. */
	readonly deadlineMs?: number | null;
	/** Told of every token that a provider reports, failed attempts included; bounds nothing by itself. */
	readonly pool?: BudgetPool;
	/** What all trials may take together, admitted in plan order; what is left out is the suite's. */
	readonly limits?: Partial<PoolLimits>;
	/** How commands are kept in; else what the suite says, else `auto`. */
	readonly isolation?: AskedLevel;
	/** As root: lets a live model's commands run without isolation. */
	readonly allowUnsandboxed?: boolean;
	/** Leaves every trial's workspace on the disk; `trial-end` and `run.json` say where. */
	readonly keepWorkspaces?: boolean;
	/** Told what happens, as it happens. May not throw. */
	readonly observe?: Observe;
	readonly clock?: Clock;
	/** What was asked for, for `run.json`. */
	readonly flags?: JsonObject;
};

export function refuseOddCounts({ concurrency = 1, repeats }: BatchOptions): void {
	const problems = Object.entries({ concurrency, repeats: repeats ?? 1 }).flatMap(([name, value]): Problem[] => {
		if (Number.isSafeInteger(value) && value > 0) return [];
		const what = `${name} is no whole number above 0: ${value}`;
		return [{ file: null, line: null, column: null, what, remedy: `give it as in {${name}: 4}` }];
	});
	if (problems.length > 0) throw new UsageError(problems);
}
