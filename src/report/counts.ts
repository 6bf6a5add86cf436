import type { StopCode } from "../agent/stop-code.ts";
import type { TrialRow } from "./trial-row.ts";

/** Verdicts over some trials: planned = passed + failed + ungraded, the last by what ended them. */
export type Counts = {
	readonly planned: number;
	readonly passed: number;
	readonly failed: number;
	readonly ungraded: ReadonlyMap<StopCode, number>;
};

export const NO_COUNTS: Counts = { planned: 0, passed: 0, failed: 0, ungraded: new Map() };

export function countRow(counts: Counts, row: TrialRow): Counts {
	const planned = counts.planned + 1;
	if (row.verdict === "pass") return { ...counts, planned, passed: counts.passed + 1 };
	if (row.verdict === "fail") return { ...counts, planned, failed: counts.failed + 1 };
	return { ...counts, planned, ungraded: addCauses(counts.ungraded, new Map([[row.stop, 1]])) };
}

export function addCounts(a: Counts, b: Counts): Counts {
	return {
		planned: a.planned + b.planned,
		passed: a.passed + b.passed,
		failed: a.failed + b.failed,
		ungraded: addCauses(a.ungraded, b.ungraded),
	};
}

export function gradedOf(counts: Counts): number {
	return counts.passed + counts.failed;
}

export function ungradedOf(counts: Counts): number {
	return counts.planned - gradedOf(counts);
}

function addCauses(a: Counts["ungraded"], b: Counts["ungraded"]): Counts["ungraded"] {
	const sum = new Map(a);
	for (const [code, count] of b) sum.set(code, (sum.get(code) ?? 0) + count);
	return sum;
}
