import { ProviderPause } from "../agent/provider-pause.ts";
import type { Arm } from "../case/case.ts";
import type { Clock } from "../core/clock.ts";

/** One pause for each provider, model and key, whatever the arm: they share what a provider allows them. */
export function providerPauses(clock: Clock): (arm: Arm) => ProviderPause {
	const pauses = new Map<string, ProviderPause>();
	return ({ provider, model, baseUrl, apiKeyEnv, name }) => {
		const isLive = provider === "anthropic";
		const key = JSON.stringify(isLive ? [provider, model, baseUrl, apiKeyEnv] : [provider, name]);
		const pause = pauses.get(key) ?? new ProviderPause(clock);
		pauses.set(key, pause);
		return pause;
	};
}
