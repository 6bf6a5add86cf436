import type { RunDeps } from "../agent/deps.ts";
import type { Model } from "../agent/model.ts";
import { ProviderPause } from "../agent/provider-pause.ts";
import { DEFAULT_RETRY } from "../agent/retry.ts";
import { systemClock } from "../core/system-clock.ts";
import type { AnthropicOptions } from "../model/anthropic-options.ts";

/** What a run by itself needs beside a model: the machine's clock, the usual retries, nobody who listens. */
export function runDeps(model: Model, given: Partial<RunDeps> = {}): RunDeps {
	const clock = given.clock ?? systemClock;
	return {
		model,
		clock,
		emit: () => {},
		meter: () => {},
		price: null,
		retry: DEFAULT_RETRY,
		pause: new ProviderPause(clock),
		...given,
	};
}

/** A live model. The SDK is loaded when this is called, and not before. Throws a UsageError where the options cannot work. */
export async function liveModel(options: AnthropicOptions): Promise<Model> {
	const { anthropicModel } = await import("../model/anthropic.ts");
	return anthropicModel(options);
}
