import pLimit from "p-limit";
import type { Journal } from "../recording/journal.ts";
import type { Charge } from "../recording/journal-record.ts";
import { type TrialKey, trialId } from "../recording/trial-key.ts";
import type { Observe } from "./event.ts";
import { type Fund, openFund } from "./fund.ts";
import { type History, nextAttempt } from "./history.ts";
import { countTrials, type Plan, type PlannedTrial, planGroups } from "./plan.ts";
import type { BatchSetting } from "./setting.ts";
import { runTrial } from "./trial.ts";

export type BatchPorts = { readonly journal: Journal; readonly observe: Observe; readonly history: History };

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
	const fund = openFund(setting);
	const jobs = new Set<Promise<void>>();
	const faults: unknown[] = [];
	const isOver = (): boolean => setting.stop.cancelled || setting.cancel.cancelled || faults.length > 0;
	const play = async (planned: PlannedTrial): Promise<void> => {
		// Looked at again inside the slot: the wait for it may have been long (spec C8).
		if (isOver()) {
			fund.settle(planned, NOTHING);
			return;
		}
		await playTrial(setting, planned, { ...ports, fund }).catch((error: unknown) => faults.push(error));
	};
	for (const group of planGroups(plan)) {
		if (isOver()) break;
		if (!(await fund.admit(group))) {
			await refuse(group, ports);
			break;
		}
		for (const planned of unplayed(group, fund, ports.history)) {
			const job = limit(play, planned).finally(() => jobs.delete(job));
			jobs.add(job);
			if (jobs.size >= 2 * setting.concurrency) await Promise.race(jobs);
		}
	}
	await Promise.all(jobs);
	if (faults.length > 0) throw faults[0];
}

const NOTHING: Charge = { tokens: 0, nanoUsd: 0 };

/** The trials of a group that are to be played; what stays of an earlier run is settled with what it was charged then. */
function unplayed(group: readonly PlannedTrial[], fund: Fund, { kept }: History): readonly PlannedTrial[] {
	return group.filter((planned) => {
		const charge = kept.get(trialId(keyOf(planned)));
		if (charge !== undefined) fund.settle(planned, charge);
		return charge === undefined;
	});
}

/** The pool is closed for this group and for all behind it: what stays undone is said once. */
async function refuse([first]: readonly PlannedTrial[], { journal }: BatchPorts): Promise<void> {
	if (first !== undefined) await journal.append({ type: "refuse", key: { attempt: 1, ...keyOf(first) } });
}

async function playTrial(setting: BatchSetting, planned: PlannedTrial, ports: BatchPorts & { readonly fund: Fund }): Promise<void> {
	const { journal, observe, history, fund } = ports;
	const key = keyOf(planned);
	const attempt = nextAttempt(history, key);
	await journal.append({ type: "admit", key: { attempt, ...key }, hold: fund.holdOf(planned) });
	observe({ type: "trial-start", key });
	const { grade, charge, ...finished } = await runTrial(setting, { ...planned, attempt });
	await journal.append({ type: "finish", ...finished, charge: fund.settle(planned, charge) });
	const { stop, message, workspace, telemetry } = finished;
	const failed = grade.checks.filter((check) => !check.passed);
	observe({ type: "trial-end", key, verdict: grade.verdict, stop, failed, message, workspace, wallMs: telemetry.wallMs });
}

function keyOf({ subject, arm, repeat }: PlannedTrial): TrialKey {
	return { caseId: subject.id, arm: arm.name, repeat };
}
