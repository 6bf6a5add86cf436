import { join } from "node:path";
import { RUN_FILES } from "../recording/run-folder.ts";
import { junitText } from "../report/junit.ts";
import { scorecardMarkdown } from "../report/markdown.ts";
import { readScorecard } from "../report/read.ts";
import type { Tally } from "../report/tally.ts";
import type { CardHead } from "../report/trial-row.ts";
import { writeScorecard } from "../report/write.ts";
import { writeAtomic } from "../report/write-atomic.ts";
import { cardRows, type GradingOf } from "./card-rows.ts";
import { incompleteness, planBook, type RunIndex } from "./run-index.ts";

export type WrittenReports = {
	readonly card: string;
	readonly sha256: string;
	readonly complete: boolean;
	readonly reason: string | null;
	readonly tally: Tally;
};

/** Writes the card from the recordings, then every view from the card. */
export async function writeReports(index: RunIndex, gradingOf: GradingOf): Promise<WrittenReports> {
	const card = join(index.directory, RUN_FILES.card);
	const { sha256, head, tally } = await writeScorecard(card, headOf(index), cardRows(index, gradingOf));
	await writeViews(index.directory, { head, tally });
	return { card, sha256, complete: head.complete, reason: head.reason, tally };
}

async function writeViews(directory: string, { head, tally }: { readonly head: CardHead; readonly tally: Tally }): Promise<void> {
	await writeAtomic(join(directory, RUN_FILES.markdown), [scorecardMarkdown(head, tally)]);
	const { rows } = await readScorecard(join(directory, RUN_FILES.card));
	await writeAtomic(join(directory, RUN_FILES.junit), junitText(head, tally, rows));
}

function headOf(index: RunIndex): CardHead {
	const { suite, plan, arms } = index.header;
	const reason = incompleteness(index);
	return { suite, plan, arms, complete: reason === null, reason, pool: planBook(index) };
}
