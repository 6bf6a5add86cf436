import type { Counts } from "../report/counts.ts";

/** DESIGN §3; each number has one meaning in every command. */
export const EXIT = {
	passed: 0,
	failed: 1,
	usage: 2,
	incomplete: 3,
	inconclusive: 4,
	broken: 70,
	interrupted: 130,
	terminated: 143,
} as const;

/** What a finished batch exits with: a failure outranks an outage, and both are always printed. */
export function exitCodeOf(counts: Counts): number {
	if (counts.failed > 0) return EXIT.failed;
	const graded = counts.passed + counts.failed;
	return graded < counts.planned ? EXIT.incomplete : EXIT.passed;
}
