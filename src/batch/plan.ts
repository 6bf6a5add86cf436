import type { Arm, Case } from "../case/case.ts";
import { sha256 } from "../core/digest.ts";
import { by } from "../core/order.ts";

/** What a batch runs: cases × arms × repeats. Cases by id, arms by name. */
export type Plan = {
	readonly suite: string;
	readonly seed: string;
	readonly cases: readonly Case[];
	readonly arms: readonly Arm[];
	/** `-k`; null leaves it to each case. */
	readonly repeats: number | null;
};

export type PlannedTrial = { readonly subject: Case; readonly arm: Arm; readonly repeat: number };

/** A trial with the number of this try at it, from 1. */
export type AttemptedTrial = PlannedTrial & { readonly attempt: number };

/**
 * Groups of trials in plan order (DESIGN §6): repeat, then case by SHA-256(seed, id), then the arms rotated by it. A group is
 * one repeat of a case under all arms. Generated, never held: what comes first depends neither on names nor on the machine,
 * and no arm is always first.
 */
export function* planGroups(plan: Plan): Generator<readonly PlannedTrial[]> {
	const drawn = plan.cases.map((subject) => ({ subject, draw: sha256(`${plan.seed}\n${subject.id}`) })).sort(by(({ draw }) => draw));
	const most = mostRepeats(plan);
	for (let repeat = 1; repeat <= most; repeat += 1) {
		for (const { subject, draw } of drawn) {
			if (repeat > repeatsOf(plan, subject)) continue;
			yield rotated(plan.arms, Number.parseInt(draw.slice(0, 8), 16)).map((arm) => ({ subject, arm, repeat }));
		}
	}
}

export function* planTrials(plan: Plan): Generator<PlannedTrial> {
	for (const group of planGroups(plan)) yield* group;
}

/** The most repeats that any case has. */
export function mostRepeats(plan: Plan): number {
	return plan.cases.reduce((most, subject) => Math.max(most, repeatsOf(plan, subject)), 0);
}

export function repeatsOf(plan: Plan, subject: Case): number {
	return plan.repeats ?? subject.repeats;
}

export function countTrials(plan: Plan): number {
	return plan.arms.length * plan.cases.reduce((sum, subject) => sum + repeatsOf(plan, subject), 0);
}

function rotated<T>(items: readonly T[], turns: number): readonly T[] {
	const at = items.length === 0 ? 0 : turns % items.length;
	return [...items.slice(at), ...items.slice(0, at)];
}
