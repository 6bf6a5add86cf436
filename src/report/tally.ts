import { by, byCodeUnit } from "../core/order.ts";
import type { ArmInfo } from "../recording/journal-record.ts";
import { addCaseRates, type CaseProgress, type CaseRates, closeCase, countCase, NO_CASE_RATES, NO_CASES, type Rate } from "./case-rates.ts";
import { addCounts, type Counts, countRow, NO_COUNTS } from "./counts.ts";
import { addSpent, NOTHING_SPENT, type Spent } from "./spent.ts";
import type { TrialRow } from "./trial-row.ts";

/** Trials and cases of one arm, or of all. `checks` counts those of graded trials. */
export type Totals = { readonly counts: Counts; readonly cases: CaseRates; readonly checks: Omit<Rate, "planned">; readonly spent: Spent };
export type ArmTally = ArmInfo & Totals;
export type TagTally = { readonly tag: string; readonly arms: readonly { readonly arm: string; readonly counts: Counts }[] };

/** A failed trial with the first of its checks that failed. */
export type Failure = Pick<TrialRow, "caseId" | "arm" | "repeat" | "stop"> & { readonly check: string; readonly detail: string };

/** All that stands above the trials, and the failures that come first. Arms and tags by code unit. */
export type Tally = {
	readonly arms: readonly ArmTally[];
	readonly tags: readonly TagTally[];
	readonly all: Totals;
	readonly failures: readonly Failure[];
};

/** A fold over rows in card order. It holds figures of arms, of tags, and of the one case that is open. */
export type TallyFold = { readonly add: (row: TrialRow) => void; readonly tally: () => Tally };

export const KEPT_FAILURES = 50;

type Progress = { readonly counts: Counts; readonly cases: CaseProgress; readonly checks: Totals["checks"]; readonly spent: Spent };

const NOTHING: Progress = { counts: NO_COUNTS, cases: NO_CASES, checks: { passed: 0, graded: 0 }, spent: NOTHING_SPENT };
const NO_TOTALS: Totals = { ...NOTHING, cases: NO_CASE_RATES };

/** An arm without a row stands in the tally too; a row without its arm is a bug and throws. */
export function foldTally(arms: readonly ArmInfo[]): TallyFold {
	const progress = new Map(arms.map(({ arm }) => [arm, NOTHING]));
	const tags = new Map<string, Map<string, Counts>>();
	const failures: Failure[] = [];
	return {
		add: (row) => {
			progress.set(row.arm, addRow(progress.get(row.arm), row));
			for (const tag of new Set(row.tags)) addToTag(tags, tag, row);
			if (row.verdict === "fail" && failures.length < KEPT_FAILURES) failures.push(failureOf(row));
		},
		tally: () => {
			const closed = arms.map((info) => ({ ...info, ...totalsOf(progress.get(info.arm) ?? NOTHING) })).sort(by(({ arm }) => arm));
			return { arms: closed, tags: tagTallies(tags), all: closed.reduce(addTotals, NO_TOTALS), failures: [...failures] };
		},
	};
}

function addRow(before: Progress | undefined, row: TrialRow): Progress {
	if (before === undefined) throw new Error(`a trial of the arm "${row.arm}", which was not planned`);
	const { passed, graded } = before.checks;
	const own = row.verdict === "ungraded" ? [] : row.checks;
	return {
		counts: countRow(before.counts, row),
		cases: countCase(before.cases, row),
		checks: { passed: passed + own.filter((check) => check.passed).length, graded: graded + own.length },
		spent: addSpent(before.spent, row),
	};
}

function totalsOf(progress: Progress): Totals {
	return { ...progress, cases: closeCase(progress.cases) };
}

function addTotals(a: Totals, b: Totals): Totals {
	return {
		counts: addCounts(a.counts, b.counts),
		cases: addCaseRates(a.cases, b.cases),
		checks: { passed: a.checks.passed + b.checks.passed, graded: a.checks.graded + b.checks.graded },
		spent: addSpent(a.spent, b.spent),
	};
}

function addToTag(tags: Map<string, Map<string, Counts>>, tag: string, row: TrialRow): void {
	const arms = tags.get(tag) ?? new Map<string, Counts>();
	tags.set(tag, arms.set(row.arm, countRow(arms.get(row.arm) ?? NO_COUNTS, row)));
}

function tagTallies(tags: ReadonlyMap<string, ReadonlyMap<string, Counts>>): readonly TagTally[] {
	const sorted = [...tags].sort(([a], [b]) => byCodeUnit(a, b));
	return sorted.map(([tag, arms]) => ({ tag, arms: Array.from(arms, ([arm, counts]) => ({ arm, counts })).sort(by(({ arm }) => arm)) }));
}

function failureOf(row: TrialRow): Failure {
	const { caseId, arm, repeat, stop } = row;
	const first = row.checks.find((check) => !check.passed);
	return { caseId, arm, repeat, stop, check: first?.name ?? "", detail: first?.detail ?? "" };
}
