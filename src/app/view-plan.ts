import { holdOfTrial } from "../batch/holds.ts";
import { countTrials, type Plan, repeatsOf } from "../batch/plan.ts";
import { planDigests } from "../batch/plan-digests.ts";
import { caseForArm } from "../case/arm-case.ts";
import type { Arm } from "../case/case.ts";
import type { Suite } from "../case/suite.ts";
import type { Price } from "../core/price.ts";
import type { PlannedArm, PlanView } from "../view/plan.ts";

/** A plan with every value as a trial of each arm will have it. */
export function viewPlan({ config, cases, fixtures }: Suite, arms: readonly Arm[], repeats: number | null): PlanView {
	const plan: Plan = { suite: config.name, seed: config.seed, cases, arms, repeats };
	const priceOf = ({ model }: Arm) => (model === null ? null : (config.prices.get(model) ?? null));
	return {
		worstCase: worstCase(plan, priceOf),
		suite: plan.suite,
		trials: countTrials(plan),
		digests: planDigests(plan, fixtures),
		arms: arms.map((arm) => plannedArm(arm, priceOf(arm))),
		settings: config,
		entries: cases.flatMap((subject) =>
			arms.map((arm) => ({ arm: arm.name, subject: caseForArm(subject, arm), repeats: repeatsOf(plan, subject) })),
		),
	};
}

function plannedArm({ name, provider, model, baseUrl, apiKeyEnv, params, overrides, digest }: Arm, price: Price | null): PlannedArm {
	return { arm: name, provider, model, baseUrl, apiKeyEnv, params, overrides, digest, price };
}

/** What all trials may take together; null in a unit in which one of them has no bound. */
function worstCase(plan: Plan, priceOf: (arm: Arm) => Price | null): PlanView["worstCase"] {
	const holds = plan.cases.flatMap((subject) =>
		plan.arms.map((arm) => ({ times: repeatsOf(plan, subject), ...holdOfTrial(subject, arm, priceOf(arm)) })),
	);
	return {
		tokens: holds.reduce<number | null>((sum, { tokens, times }) => (sum === null || tokens === null ? null : sum + tokens * times), 0),
		nanoUsd: holds.reduce<number | null>((sum, { nanoUsd, times }) => (sum === null || nanoUsd === null ? null : sum + nanoUsd * times), 0),
	};
}
