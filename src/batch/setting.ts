import type { Model } from "../agent/model.ts";
import type { ProviderPause } from "../agent/provider-pause.ts";
import type { Arm, Case } from "../case/case.ts";
import type { SuiteConfig } from "../case/suite.ts";
import type { CancellationToken } from "../core/cancel.ts";
import type { Clock } from "../core/clock.ts";
import type { Price } from "../core/price.ts";
import type { Replacement } from "../core/scrub.ts";
import type { Usage } from "../core/usage.ts";
import type { Isolation } from "../isolation/command.ts";
import type { PoolLimits } from "../recording/journal-record.ts";

/** What all trials of a batch share. The tokens and the pool are the only things in it that change. */
export type BatchSetting = {
	readonly config: SuiteConfig;
	readonly runDirectory: string;
	readonly clock: Clock;
	/** Abandons every trial at once. */
	readonly cancel: CancellationToken;
	/** Starts no further trial and ends those under way at a round boundary. */
	readonly stop: CancellationToken;
	/** Told of all that a provider reported, failed attempts included. No trial looks at what it sums to. */
	readonly charge: (arm: Arm, usage: Usage) => void;
	/** Limits of what all trials may take; null is none. */
	readonly pool: PoolLimits | null;
	readonly isolation: Isolation;
	/** What a user should know of it; null when they have what they asked for. */
	readonly notice: string | null;
	readonly concurrency: number;
	/** Shared by all arms that call one model with one key. */
	readonly pauseOf: (arm: Arm) => ProviderPause;
	/** A model for one trial: scripted ones remember where they stand. */
	readonly openModel: (arm: Arm, subject: Case) => Promise<Model>;
	readonly priceOf: (arm: Arm) => Price | null;
	/** Values that may reach no file, with what stands in their place. */
	readonly secrets: readonly Replacement[];
	/** Leaves every trial's workspace on the disk. */
	readonly keepWorkspaces: boolean;
};
