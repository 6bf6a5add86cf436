import { type Counts, countRow, gradedOf, NO_COUNTS } from "./counts.ts";
import type { TrialRow } from "./trial-row.ts";

/** How many of some units passed: `graded` is what the rate is taken over, `planned` what there was. */
export type Rate = { readonly passed: number; readonly graded: number; readonly planned: number };

/** Cases under one arm. A case is graded when all its repeats are: a rate over those that came through would flatter. */
export type CaseRates = { readonly passAll: Rate; readonly passAny: Rate };

/** The fold of one arm's rows, which come case by case: only the case that is open is held. */
export type CaseProgress = { readonly caseId: string | null; readonly open: Counts; readonly closed: CaseRates };

const NO_RATE: Rate = { passed: 0, graded: 0, planned: 0 };
export const NO_CASE_RATES: CaseRates = { passAll: NO_RATE, passAny: NO_RATE };
export const NO_CASES: CaseProgress = { caseId: null, open: NO_COUNTS, closed: NO_CASE_RATES };

export function countCase(progress: CaseProgress, row: TrialRow): CaseProgress {
	if (progress.caseId === row.caseId) return { ...progress, open: countRow(progress.open, row) };
	return { caseId: row.caseId, open: countRow(NO_COUNTS, row), closed: closeCase(progress) };
}

/** The rates with the open case counted in. */
export function closeCase({ open, closed }: CaseProgress): CaseRates {
	if (open.planned === 0) return closed;
	const graded = gradedOf(open) === open.planned;
	return {
		passAll: addCase(closed.passAll, graded, open.failed === 0),
		passAny: addCase(closed.passAny, graded, open.passed > 0),
	};
}

export function addCaseRates(a: CaseRates, b: CaseRates): CaseRates {
	return { passAll: addRates(a.passAll, b.passAll), passAny: addRates(a.passAny, b.passAny) };
}

function addCase(rate: Rate, graded: boolean, passed: boolean): Rate {
	return {
		passed: rate.passed + (graded && passed ? 1 : 0),
		graded: rate.graded + (graded ? 1 : 0),
		planned: rate.planned + 1,
	};
}

function addRates(a: Rate, b: Rate): Rate {
	return { passed: a.passed + b.passed, graded: a.graded + b.graded, planned: a.planned + b.planned };
}
