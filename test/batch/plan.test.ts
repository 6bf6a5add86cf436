import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { countTrials, type Plan, planTrials } from "../../src/batch/plan.ts";
import type { Arm, Case } from "../../src/case/case.ts";
import { trialId } from "../../src/recording/trial-key.ts";

/** As much of a case and an arm as a plan looks at. */
function planOf(
	cases: readonly { readonly id: string; readonly repeats: number }[],
	arms: readonly string[],
	given: Partial<Plan> = {},
): Plan {
	const subjects = cases.map((subject) => subject as Case);
	return { suite: "s", seed: "7", cases: subjects, arms: arms.map((name) => ({ name }) as Arm), repeats: null, ...given };
}

function idsOf(plan: Plan): readonly string[] {
	return Array.from(planTrials(plan), ({ subject, arm, repeat }) => trialId({ caseId: subject.id, arm: arm.name, repeat }));
}

/** DESIGN §6 by its words: repeat, then case by SHA-256(seed, id), then the arms rotated by it. */
function expectedIds({ seed, cases, arms, repeats }: Plan): readonly string[] {
	const draws = cases.map(({ id, repeats: own }) => {
		const draw = createHash("sha256").update(`${seed}\n${id}`).digest();
		return { id, draw: draw.toString("hex"), first: draw.readUInt32BE(0) % Math.max(1, arms.length), times: repeats ?? own };
	});
	const most = Math.max(0, ...draws.map(({ times }) => times));
	const ids: string[] = [];
	for (let repeat = 1; repeat <= most; repeat += 1) {
		for (const { id, first, times } of draws.toSorted((a, b) => (a.draw < b.draw ? -1 : 1))) {
			if (repeat <= times)
				for (let at = 0; at < arms.length; at += 1) ids.push(`${arms[(first + at) % arms.length]?.name}/${id}/${repeat}`);
		}
	}
	return ids;
}

const anyPlan = fc
	.record({
		cases: fc.uniqueArray(fc.record({ id: fc.string({ minLength: 1, maxLength: 6 }), repeats: fc.integer({ min: 1, max: 4 }) }), {
			selector: ({ id }) => id,
			maxLength: 8,
		}),
		arms: fc.uniqueArray(fc.constantFrom("haiku", "nop", "opus", "oracle"), { maxLength: 4 }),
		seed: fc.string(),
		repeats: fc.option(fc.integer({ min: 1, max: 3 })),
	})
	.map(({ cases, arms, ...given }) => planOf(cases, arms, given));

describe("the order of a plan", () => {
	test("is by repeat, then the draw of the case, then the arms from the draw on", () => {
		fc.assert(
			fc.property(anyPlan, (plan) => {
				expect(idsOf(plan)).toEqual(expectedIds(plan));
			}),
		);
	});

	test("is the same in whatever order cases are given", () => {
		fc.assert(
			fc.property(anyPlan, (plan) => {
				expect(idsOf({ ...plan, cases: plan.cases.toReversed() })).toEqual(idsOf(plan));
			}),
		);
	});

	test("is another under another seed, and no arm is always first", () => {
		const cases = Array.from({ length: 30 }, (_, at) => ({ id: `case-${at}`, repeats: 1 }));
		const plan = planOf(cases, ["a", "b", "c"]);
		expect(idsOf({ ...plan, seed: "8" })).not.toEqual(idsOf(plan));
		const first = idsOf(plan).filter((_, at) => at % 3 === 0);
		expect(new Set(first.map((id) => id.split("/")[0]))).toEqual(new Set(["a", "b", "c"]));
	});

	test("takes each case's own repeats, unless -k says otherwise", () => {
		const plan = planOf(
			[
				{ id: "once", repeats: 1 },
				{ id: "thrice", repeats: 3 },
			],
			["a"],
		);
		expect(idsOf(plan).toSorted()).toEqual(["a/once/1", "a/thrice/1", "a/thrice/2", "a/thrice/3"]);
		expect(idsOf({ ...plan, repeats: 2 }).toSorted()).toEqual(["a/once/1", "a/once/2", "a/thrice/1", "a/thrice/2"]);
	});

	test("is made as it is asked for, not before", () => {
		const cases = Array.from({ length: 10 }, (_, at) => ({ id: `case-${at}`, repeats: 1_000_000_000 }));
		const trials = planTrials(planOf(cases, ["a", "b"]));
		expect([trials.next().done, trials.next().done]).toEqual([false, false]);
	});
});

describe("the trials of a plan", () => {
	test("are as many as are counted", () => {
		fc.assert(
			fc.property(anyPlan, (plan) => {
				expect(countTrials(plan)).toBe(idsOf(plan).length);
			}),
		);
	});
});
