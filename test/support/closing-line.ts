import type { Reporter, TestCase } from "vitest/node";

/** Closes a run with its real counts, alone on a line. A skipped test fails the run: what could not be tried is not shown. */
export default class ClosingLine implements Reporter {
	readonly #counts = { passed: 0, failed: 0, skipped: 0, pending: 0 };

	onTestCaseResult(test: TestCase): void {
		this.#counts[test.result().state] += 1;
	}

	onTestRunEnd(_modules: unknown, unhandled: readonly unknown[], reason: string): void {
		const { passed, failed, skipped, pending } = this.#counts;
		const broken = unhandled.length + (failed === 0 && reason === "failed" ? 1 : 0);
		if (skipped + pending > 0 || passed === 0) process.exitCode = 1;
		process.stdout.write(`\n${passed} passed, ${failed + broken} failed, ${skipped + pending} skipped\n`);
	}
}
