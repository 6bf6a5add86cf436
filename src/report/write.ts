import { createReadStream } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { prettyJson } from "../core/json.ts";
import { byCodeUnit } from "../core/order.ts";
import { cardJson } from "./card-json.ts";
import { ungradedOf } from "./counts.ts";
import { listText, objectText } from "./json-stream.ts";
import { rowJson } from "./row-json.ts";
import { foldTally, type Tally, type TallyFold } from "./tally.ts";
import type { CardHead, TrialRow } from "./trial-row.ts";
import { batched, writeAtomic } from "./write-atomic.ts";

/** `head` as it was written: a card with a trial that has no verdict is not complete. */
export type WrittenCard = { readonly sha256: string; readonly head: CardHead; readonly tally: Tally };

/**
 * Writes `scorecard.json` from rows in card order (case, arm, repeat). The aggregates stand before the trials, so rows go
 * through a file beside the card: none is held. Throws on rows out of order, since such a card would depend on the schedule.
 */
export async function writeScorecard(path: string, head: CardHead, rows: AsyncIterable<TrialRow>): Promise<WrittenCard> {
	const spool = `${path}.rows.part`;
	const fold = foldTally(head.arms);
	try {
		await writeFile(spool, batched(listText("[]", renderRows(rows, fold))));
		const tally = fold.tally();
		const known = ungradedOf(tally.all.counts) > 0 ? { ...head, complete: false, reason: head.reason ?? "ungraded" } : head;
		const { sha256 } = await writeAtomic(path, objectText(cardJson(known, tally), { key: "trials", text: readText(spool) }));
		return { sha256, head: known, tally };
	} finally {
		await rm(spool, { force: true });
	}
}

/** Where two rows stand to each other in a card. */
export function cardOrder(a: TrialRow, b: TrialRow): number {
	return byCodeUnit(a.caseId, b.caseId) || byCodeUnit(a.arm, b.arm) || a.repeat - b.repeat;
}

async function* renderRows(rows: AsyncIterable<TrialRow>, fold: TallyFold): AsyncGenerator<string> {
	let before: TrialRow | null = null;
	for await (const row of rows) {
		if (before !== null && cardOrder(before, row) >= 0) throw new Error(`rows out of order at ${row.caseId}, ${row.arm}, ${row.repeat}`);
		before = row;
		fold.add(row);
		yield prettyJson(rowJson(row), 2);
	}
}

/** Opens the file when it is first asked for, not before. */
async function* readText(path: string): AsyncGenerator<string> {
	yield* createReadStream(path, "utf8");
}
