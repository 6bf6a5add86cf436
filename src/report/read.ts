import { messageOf, UsageError } from "../core/error.ts";
import type { Json } from "../core/json.ts";
import { type Passage, readHeadText, readRowTexts } from "./card-lines.ts";
import { headFromJson, rowFromJson } from "./decode-card.ts";
import type { CardHead, TrialRow } from "./trial-row.ts";

export type ReadCard = {
	readonly head: CardHead;
	/** From the first, each time it is called; no two are held. */
	readonly rows: () => AsyncGenerator<TrialRow>;
};

/** Opens a scorecard as `writeScorecard` lays it out. Here and among the rows, throws UsageError with the place of what is wrong. */
export async function readScorecard(path: string): Promise<ReadCard> {
	const head = await inCard(path, () => readHeadText(path));
	return { head: decode(path, head, headFromJson), rows: () => readRows(path) };
}

async function* readRows(path: string): AsyncGenerator<TrialRow> {
	const texts = readRowTexts(path);
	try {
		for (let next = await inCard(path, () => texts.next()); !next.done; next = await inCard(path, () => texts.next())) {
			yield decode(path, next.value, rowFromJson);
		}
	} finally {
		await texts.return(undefined);
	}
}

/** A file that cannot be read, or that ends too soon, is the fault of whoever named it. */
async function inCard<T>(path: string, read: () => Promise<T>): Promise<T> {
	try {
		return await read();
	} catch (error) {
		throw notACard({ path, line: null }, messageOf(error));
	}
}

function decode<T>(path: string, passage: Passage, from: (value: Json) => T): T {
	try {
		return from(JSON.parse(passage.text));
	} catch (error) {
		throw notACard({ path, line: passage.line }, messageOf(error));
	}
}

function notACard({ path, line }: { readonly path: string; readonly line: number | null }, why: string): UsageError {
	const remedy = "write it again with `assay report RUN`, from the recordings";
	return new UsageError([{ file: path, line, column: null, what: `not a scorecard of this version: ${why}`, remedy }]);
}
