import pLimit from "p-limit";
import type { Journal } from "../recording/journal.ts";
import type { Observe } from "./event.ts";
import { countTrials, type Plan, type PlannedTrial, planTrials } from "./plan.ts";
import type { BatchSetting } from "./setting.ts";
import { runTrial } from "./trial.ts";

export type BatchPorts = { readonly journal: Journal; readonly observe: Observe };

/**
 * Runs the plan's trials, in plan order, `concurrency` at once. At most twice as many jobs exist: the plan may be of any
 * length. Rejects only when the run folder cannot be written; no trial begins then, and those under way are waited for.
 */
export async function runTrials(setting: BatchSetting, plan: Plan, ports: BatchPorts): Promise<void> {
	const { isolation, notice } = setting;
	ports.observe({ type: "batch-start", planned: countTrials(plan), isolation: isolation.level, notice });
	try {
		await runJobs(setting, plan, ports);
	} finally {
		ports.observe({ type: "batch-end" });
	}
}

async function runJobs(setting: BatchSetting, plan: Plan, ports: BatchPorts): Promise<void> {
	const limit = pLimit(setting.concurrency);
	const jobs = new Set<Promise<void>>();
	const faults: unknown[] = [];
	const isOver = (): boolean => setting.stop.cancelled || setting.cancel.cancelled || faults.length > 0;
	const play = async (planned: PlannedTrial): Promise<void> => {
		// Looked at again inside the slot: the wait for it may have been long (spec C8).
		if (isOver()) return;
		await playTrial(setting, planned, ports).catch((error: unknown) => faults.push(error));
	};
	for (const planned of planTrials(plan)) {
		if (isOver()) break;
		const job = limit(play, planned).finally(() => jobs.delete(job));
		jobs.add(job);
		if (jobs.size >= 2 * setting.concurrency) await Promise.race(jobs);
	}
	await Promise.all(jobs);
	if (faults.length > 0) throw faults[0];
}

async function playTrial(setting: BatchSetting, planned: PlannedTrial, { journal, observe }: BatchPorts): Promise<void> {
	const key = { caseId: planned.subject.id, arm: planned.arm.name, repeat: planned.repeat };
	await journal.append({ type: "admit", key: { attempt: 1, ...key } });
	observe({ type: "trial-start", key });
	const { grade, ...finished } = await runTrial(setting, planned);
	await journal.append({ type: "finish", ...finished });
	const { stop, message, workspace, telemetry } = finished;
	const failed = grade.checks.filter((check) => !check.passed);
	observe({ type: "trial-end", key, verdict: grade.verdict, stop, failed, message, workspace, wallMs: telemetry.wallMs });
}
