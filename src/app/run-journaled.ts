import { join } from "node:path";
import type { Observe } from "../batch/event.ts";
import { type Plan, repeatsOf } from "../batch/plan.ts";
import { planDigests } from "../batch/plan-digests.ts";
import { runTrials } from "../batch/runner.ts";
import type { BatchSetting } from "../batch/setting.ts";
import type { Suite } from "../case/suite.ts";
import { createJournal } from "../recording/journal.ts";
import type { JournalHeader } from "../recording/journal-record.ts";
import { RUN_FILES } from "../recording/run-folder.ts";

type Journaled = { readonly header: JournalHeader; readonly observe: Observe };

/** Runs a plan's trials under a journal of its own. */
export async function runJournaled(setting: BatchSetting, plan: Plan, { header, observe }: Journaled): Promise<void> {
	const journal = await createJournal(join(setting.runDirectory, RUN_FILES.journal));
	try {
		await journal.append(header);
		await runTrials(setting, plan, { journal, observe });
		const reason = toldToEnd(setting);
		if (reason !== null) await journal.append({ type: "stop", reason });
	} finally {
		await journal.close();
	}
}

/** What a journal begins with. `started` is in ISO 8601, UTC. */
export function journalHeader({ config, fixtures }: Suite, plan: Plan, started: string): Omit<JournalHeader, "pool"> {
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

function toldToEnd({ cancel, stop }: BatchSetting): "cancelled" | "cash" | "stopped" | null {
	if (cancel.cancelled) return "cancelled";
	if (!stop.cancelled) return null;
	return stop.reason?.kind === "cash" ? "cash" : "stopped";
}
