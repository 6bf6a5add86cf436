import type { Clock } from "../core/clock.ts";
import type { Price } from "../core/price.ts";
import type { Usage } from "../core/usage.ts";
import type { Emit } from "./event.ts";
import type { Model } from "./model.ts";
import type { ProviderPause } from "./provider-pause.ts";
import type { RetryPolicy } from "./retry.ts";

/** What the kernel needs from outside. It reads no clock, no file and no network but through these. */
export type RunDeps = {
	readonly model: Model;
	readonly clock: Clock;
	readonly emit: Emit;
	/** Told of every reported usage, failed attempts included: the batch's cash book. */
	readonly meter: (usage: Usage) => void;
	/** What the model's tokens cost; null where it is not known (a cost bound is then refused at load). */
	readonly price: Price | null;
	readonly retry: RetryPolicy;
	/** Shared by all runs that call the same model with the same key. */
	readonly pause: ProviderPause;
};
