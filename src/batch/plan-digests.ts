import type { Fixture } from "../case/case.ts";
import { digest } from "../core/digest.ts";
import type { Json } from "../core/json.ts";
import type { PlanDigests } from "../recording/journal-record.ts";
import { toolSpecs } from "../tool/registry.ts";
import { mostRepeats, type Plan, repeatsOf } from "./plan.ts";

/** Digests of what is to be run, and nothing of how: no pool, concurrency, path, reporter or isolation (DESIGN §4). */
export function planDigests(plan: Plan, fixtures: readonly Fixture[]): PlanDigests {
	const parts = {
		cases: digest(plan.cases.map((subject): Json => [subject.id, subject.digest, repeatsOf(plan, subject)])),
		fixtures: digest(fixtures.map((fixture): Json => [fixture.name, fixture.digest])),
		tools: digest(toolSpecs(usedTools(plan)).map(({ name, description, inputSchema }): Json => [name, description, inputSchema])),
		arms: digest(plan.arms.map((arm): Json => [arm.name, arm.digest])),
		repeats: mostRepeats(plan),
		seed: plan.seed,
	};
	return { digest: digest({ suite: plan.suite, ...parts }), ...parts };
}

/** Those of the cases, and those that an arm offers in their place. */
function usedTools({ cases, arms }: Plan): readonly string[] {
	const overriding = arms.flatMap(({ overrides: { tools } }) => (Array.isArray(tools) ? tools.map(String) : []));
	return [...new Set([...cases.flatMap(({ tools }) => tools), ...overriding])];
}
