import pLimit from "p-limit";
import type { Journal } from "../recording/journal.ts";
import type { Observe } from "./event.ts";
import { countTrials, type Plan, type PlannedTrial, planTrials } from "./plan.ts";
import type { BatchSetting } from "./setting.ts";
import { runTrial } from "./trial.ts";

export type BatchPorts = { readonly journal: Journal; readonly observe: Observe };

/**
 * Runs the plan's trials, in plan order, `concurrency` at once. At most twice as many jobs exist: the plan may be of any
 * length. Rejects only when the run folder cannot be written; trials under way are then waited for.
 */
export async function runTrials(setting: BatchSetting, plan: Plan, ports: BatchPorts): Promise<void> {
	ports.observe({ type: "batch-start", planned: countTrials(plan) });
	const limit = pLimit(setting.concurrency);
	const jobs = new Set<Promise<void>>();
	let broken: { readonly error: unknown } | null = null;
	for (const planned of planTrials(plan)) {
		if (told(setting) || broken !== null) break;
		const job = limit(() => playTrial(setting, planned, ports)).catch((error: unknown) => {
			broken ??= { error };
		});
		const settled = job.finally(() => jobs.delete(settled));
		jobs.add(settled);
		if (jobs.size >= 2 * setting.concurrency) await Promise.race(jobs);
	}
	await Promise.all(jobs);
	throwIfBroken(broken);
	ports.observe({ type: "batch-end" });
}

/** The tokens are looked at again inside the slot: the wait for it may have been long (spec C8). */
async function playTrial(setting: BatchSetting, planned: PlannedTrial, { journal, observe }: BatchPorts): Promise<void> {
	if (told(setting)) return;
	const key = { caseId: planned.subject.id, arm: planned.arm.name, repeat: planned.repeat };
	await journal.append({ type: "admit", key: { ...key, attempt: 1 } });
	observe({ type: "trial-start", key });
	const { grade, stop, message, sha256, telemetry, ...finished } = await runTrial(setting, planned);
	await journal.append({ type: "finish", key: finished.key, stop, sha256, message, telemetry });
	const failed = grade.checks.filter((check) => !check.passed);
	observe({ type: "trial-end", key, verdict: grade.verdict, stop, failed, message, wallMs: telemetry.wallMs });
}

function told(setting: BatchSetting): boolean {
	return setting.stop.cancelled || setting.cancel.cancelled;
}

function throwIfBroken(broken: { readonly error: unknown } | null): void {
	if (broken !== null) throw broken.error;
}
