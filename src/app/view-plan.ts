import { countTrials, type Plan, repeatsOf } from "../batch/plan.ts";
import { planDigests } from "../batch/plan-digests.ts";
import { caseForArm } from "../case/arm-case.ts";
import type { Arm } from "../case/case.ts";
import type { Suite } from "../case/suite.ts";
import type { PlanView } from "../view/plan.ts";

/** A plan with every value as a trial of each arm will have it. */
export function viewPlan({ config, cases, fixtures }: Suite, arms: readonly Arm[], repeats: number | null): PlanView {
	const plan: Plan = { suite: config.name, seed: config.seed, cases, arms, repeats };
	return {
		suite: plan.suite,
		trials: countTrials(plan),
		digests: planDigests(plan, fixtures),
		arms: arms.map(({ name, provider, model }) => ({ arm: name, provider, model })),
		entries: cases.flatMap((subject) =>
			arms.map((arm) => ({ arm: arm.name, subject: caseForArm(subject, arm), repeats: repeatsOf(plan, subject) })),
		),
	};
}
