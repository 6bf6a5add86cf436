import { describe, expect, test } from "vitest";
import { viewPlan } from "../../src/app/view-plan.ts";
import { planJson, planText } from "../../src/view/plan.ts";
import { suiteKit } from "../app/app-kit.ts";
import { SAY_READY } from "../support/suite-files.ts";

const LIVE = {
	provider: "anthropic",
	model: "claude",
	overrides: { limits: { rounds: 3, usd: 0.5, deadline: "2030-01-01T00:00:00Z" }, system: "Be brief." },
};

describe("a plan", () => {
	test("shows every value as a trial of each arm will have it", async () => {
		await using kit = await suiteKit({
			cases: { a: SAY_READY, b: { ...SAY_READY, tags: ["x", "slow"], repeats: 3 } },
			arms: { live: LIVE },
			config: { prices: { claude: { input: 1, output: 2 } } },
		});
		const plan = viewPlan(kit.suite, kit.arms("live", "oracle"), null);
		const [first, ...lines] = planText(plan).split("\n");
		expect(first).toBe("tried: 8 trials of 2 cases under live (claude), oracle");
		expect(lines.slice(0, 4)).toEqual([
			"live/a  [x]  rounds 3, tokens 200000, usd 0.500000000, deadline_epoch_ms 1893456000000",
			"oracle/a  [x]  rounds 40, tokens 200000, wall_ms 600000",
			"live/b × 3  [x, slow]  rounds 3, tokens 200000, usd 0.500000000, deadline_epoch_ms 1893456000000",
			"oracle/b × 3  [x, slow]  rounds 40, tokens 200000, wall_ms 600000",
		]);
		// Four live trials of half a dollar; the oracle costs nothing, and asks for no hold.
		expect(lines.at(-2)).toBe("at most 800000 tokens, $2.000000000");
		expect(lines.at(-1)).toMatch(/^plan [0-9a-f]{64}$/);
	});

	test("as JSON is in the words of files and has its digests", async () => {
		await using kit = await suiteKit({ cases: { a: { ...SAY_READY, compact_at_tokens: 500, setup: "true", withhold: ["shell"] } } });
		const view = viewPlan(kit.suite, kit.arms(), 2);
		expect(planJson(view)).toMatchObject({
			suite: "tried",
			trials: 2,
			plan: { digest: view.digests.digest, repeats: 2, seed: "0" },
			arms: [{ arm: "oracle", provider: "oracle", model: null }],
			cases: [
				{
					arm: "oracle",
					case: "a",
					file: "cases/a.yaml",
					repeats: 2,
					prompts: 1,
					compact_at_tokens: 500,
					setup: "true",
					withhold: ["shell"],
					oracle_rounds: 1,
					expectations: ["contains"],
					limits: { rounds: 40, tokens: 200_000, output_tokens: null, usd: null, tool_calls: null, requests: null, wall_ms: 600_000 },
				},
			],
		});
	});

	test("as JSON has what each arm sends, its price, and what the suite says of all trials", async () => {
		await using kit = await suiteKit({
			cases: { a: { ...SAY_READY, system: "Be kind." } },
			arms: { live: { ...LIVE, params: { temperature: 0.3 }, base_url: "http://127.0.0.1:1", api_key_env: "MY_KEY" } },
			config: { prices: { claude: { input: 1, output: 2 } }, concurrency: 9, isolation: "none", pool: { tokens: 1_000_000, usd: 4.5 } },
		});
		expect(planJson(viewPlan(kit.suite, kit.arms("live"), null))).toMatchObject({
			settings: { seed: "0", concurrency: 9, isolation: "none", mounts: [], pool: { tokens: 1_000_000, usd: "4.500000000" } },
			arms: [
				{
					model: "claude",
					params: { temperature: 0.3 },
					base_url: "http://127.0.0.1:1",
					api_key_env: "MY_KEY",
					overrides: { system: "Be brief." },
					price_nano_usd_per_token: { input: 1_000, output: 2_000 },
				},
			],
			cases: [{ system: "Be brief." }],
		});
	});
});
