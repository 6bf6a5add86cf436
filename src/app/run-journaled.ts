import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Observe } from "../batch/event.ts";
import type { History } from "../batch/history.ts";
import { type Plan, repeatsOf } from "../batch/plan.ts";
import { planDigests } from "../batch/plan-digests.ts";
import { runTrials } from "../batch/runner.ts";
import type { BatchSetting } from "../batch/setting.ts";
import type { Suite } from "../case/suite.ts";
import { createJournal, resumeJournal } from "../recording/journal.ts";
import type { JournalHeader } from "../recording/journal-record.ts";
import { RUN_FILES } from "../recording/run-folder.ts";

type Journaled = { readonly header: JournalHeader; readonly observe: Observe; readonly history: History };

/** Runs a plan's trials under a journal: a new one, or that of a run that goes on. */
export async function runJournaled(setting: BatchSetting, plan: Plan, { header, observe, history }: Journaled): Promise<void> {
	const path = join(setting.runDirectory, RUN_FILES.journal);
	const journal = existsSync(path) ? await resumeJournal(path) : await createJournal(path);
	try {
		await journal.append(header);
		await runTrials(setting, plan, { journal, observe, history });
		const reason = toldToEnd(setting);
		if (reason !== null) await journal.append({ type: "stop", reason });
	} finally {
		await journal.close();
	}
}

/** What a journal begins with. `started` is in ISO 8601, UTC. */
export function journalHeader({ config, fixtures }: Suite, plan: Plan, started: string): Omit<JournalHeader, "pool" | "flags"> {
	return {
		type: "header",
		schema: 1,
		suite: plan.suite,
		config: config.file,
		plan: planDigests(plan, fixtures),
		arms: plan.arms.map(({ name, provider, model }) => ({ arm: name, provider, model })),
		cases: plan.cases.map((subject) => ({ id: subject.id, tags: subject.tags, repeats: repeatsOf(plan, subject) })),
		started,
	};
}

function toldToEnd({ cancel, stop }: BatchSetting): "cancelled" | "cash" | "deadline" | "stopped" | null {
	if (cancel.cancelled) return "cancelled";
	if (!stop.cancelled) return null;
	const kind = stop.reason?.kind;
	return kind === "cash" || kind === "deadline" ? kind : "stopped";
}
