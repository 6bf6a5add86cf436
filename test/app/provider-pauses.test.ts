import { expect, test } from "vitest";
import { providerPauses } from "../../src/app/provider-pauses.ts";
import type { Arm } from "../../src/case/case.ts";
import { systemClock } from "../../src/core/system-clock.ts";

const ARM: Arm = {
	name: "a",
	provider: "anthropic",
	isDefault: false,
	model: "m",
	file: null,
	baseUrl: null,
	apiKeyEnv: "KEY",
	params: {},
	overrides: {},
	digest: "d",
};

test("arms that call one model with one key share a pause, whatever else they say; all others have their own", () => {
	const pauseOf = providerPauses(systemClock);
	const shared = pauseOf(ARM);
	expect(pauseOf({ ...ARM, name: "b", params: { temperature: 1 }, digest: "e" })).toBe(shared);
	const others = [{ model: "n" }, { apiKeyEnv: "OTHER" }, { baseUrl: "http://localhost" }, { provider: "script" as const }];
	const pauses = others.map((change) => pauseOf({ ...ARM, ...change }));
	expect(new Set([shared, ...pauses]).size).toBe(1 + others.length);
});
