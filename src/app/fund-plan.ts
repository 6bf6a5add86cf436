import { addCharges, holdOfTrial } from "../batch/holds.ts";
import { type Plan, type PlannedTrial, planGroups } from "../batch/plan.ts";
import type { Arm } from "../case/case.ts";
import { type Problem, UsageError } from "../core/error.ts";
import { nameSome } from "../core/name-some.ts";
import { formatNanoUsd, type Price } from "../core/price.ts";
import type { Charge, PoolLimits } from "../recording/journal-record.ts";

/** Refuses a plan that a pool cannot hold: a trial without a bound, or a first group larger than all of it. Throws one UsageError. */
export function refuseUnfundable(plan: Plan, pool: PoolLimits | null, priceOf: (arm: Arm) => Price | null): void {
	if (pool === null) return;
	const [first = []] = planGroups({ ...plan, repeats: 1 });
	const problems = [...unheld(plan, pool, priceOf), ...tooLarge(first, pool, priceOf)];
	if (problems.length > 0) throw new UsageError(problems);
}

/** Trials whose hold nothing says. */
function unheld({ cases, arms }: Plan, pool: PoolLimits, priceOf: (arm: Arm) => Price | null): readonly Problem[] {
	const holds = cases.flatMap((subject) =>
		arms.map((arm) => ({ id: `${arm.name}/${subject.id}`, ...holdOfTrial(subject, arm, priceOf(arm)) })),
	);
	const tokens = pool.tokens === null ? [] : holds.filter((hold) => hold.tokens === null);
	const money = pool.nanoUsd === null ? [] : holds.filter((hold) => hold.nanoUsd === null);
	return [
		...problem(tokens, "a pool of tokens needs a bound of each trial", "set limits.tokens"),
		...problem(money, "a pool of money needs a bound of each trial", "set limits.usd, or limits.tokens and the price of the model"),
	];
}

function problem(holds: readonly { readonly id: string }[], what: string, remedy: string): readonly Problem[] {
	if (holds.length === 0) return [];
	const missing = nameSome(holds.map(({ id }) => id));
	return [{ file: null, line: null, column: null, what: `${what}; there is none for ${missing}`, remedy }];
}

function tooLarge(group: readonly PlannedTrial[], pool: PoolLimits, priceOf: (arm: Arm) => Price | null): readonly Problem[] {
	const needed: Charge = addCharges(
		group.map(({ subject, arm }) => {
			const { tokens, nanoUsd } = holdOfTrial(subject, arm, priceOf(arm));
			return { tokens: tokens ?? 0, nanoUsd: nanoUsd ?? 0 };
		}),
	);
	const what: readonly string[] = [
		...(pool.tokens !== null && needed.tokens > pool.tokens ? [`${needed.tokens} tokens, and the pool has ${pool.tokens}`] : []),
		...(pool.nanoUsd !== null && needed.nanoUsd > pool.nanoUsd
			? [`$${formatNanoUsd(needed.nanoUsd)}, and the pool has $${formatNanoUsd(pool.nanoUsd)}`]
			: []),
	];
	const of = group[0]?.subject.id ?? "";
	return what.map((short) => ({
		file: null,
		line: null,
		column: null,
		what: `the first group of the plan, ${of} under each arm, may take ${short}`,
		remedy: "give the pool more, or lower the limits of the cases",
	}));
}
