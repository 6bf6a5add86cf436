import { type FileHandle, open, truncate } from "node:fs/promises";
import { dirname } from "node:path";
import { messageOf, UsageError } from "../core/error.ts";
import { decodeRecord, encodeRecord } from "./journal-line.ts";
import type { JournalRecord } from "./journal-record.ts";
import { readLines } from "./lines.ts";

/** The one file that says what has happened in a batch: append-only, numbered, checksummed, synced in groups. */
export type Journal = {
	/** Resolves when the record is on the disk. Once one was not written, every further one rejects. */
	readonly append: (record: JournalRecord) => Promise<void>;
	/** Waits for what was appended. */
	readonly close: () => Promise<void>;
};

/** Starts a journal that does not exist yet. */
export async function createJournal(path: string): Promise<Journal> {
	const file = await open(path, "ax");
	await syncDirectory(dirname(path));
	return groupCommit(file, 0);
}

/** Goes on with a journal. What a kill left of a last record is cut off; any other fault throws, with its line. */
export async function resumeJournal(path: string): Promise<Journal> {
	let [records, bytes] = [0, 0];
	for await (const { text, isWhole } of readLines(path)) {
		if (!isWhole) break;
		decodeLine(text, { path, seq: records });
		records += 1;
		bytes += Buffer.byteLength(text) + 1;
	}
	await truncate(path, bytes);
	return groupCommit(await open(path, "a"), records);
}

/** Records that arrive while a sync is under way wait for the next one together: one sync for many. */
function groupCommit(file: FileHandle, records: number): Journal {
	let seq = records;
	let waiting: string[] = [];
	let flushing: Promise<void> | null = null;
	let last: Promise<void> = Promise.resolve();
	const flush = async (): Promise<void> => {
		await Promise.resolve();
		const lines = waiting;
		waiting = [];
		flushing = null;
		await file.appendFile(lines.join(""));
		await file.datasync();
	};
	return {
		append: (record) => {
			waiting.push(`${encodeRecord(record, seq++)}\n`);
			flushing ??= last.then(flush);
			last = flushing;
			return flushing;
		},
		close: async () => {
			try {
				await last;
			} finally {
				await file.close();
			}
		},
	};
}

/** The records of a journal. A last line without its end is what a kill leaves, and no record yet; any other fault throws a UsageError, with its line. */
export async function* readJournal(path: string): AsyncGenerator<JournalRecord> {
	let seq = 0;
	for await (const { text, isWhole } of readLines(path)) {
		if (!isWhole) return;
		yield decodeLine(text, { path, seq });
		seq += 1;
	}
}

function decodeLine(text: string, { path, seq }: { readonly path: string; readonly seq: number }): JournalRecord {
	try {
		return decodeRecord(text, seq);
	} catch (error) {
		const what = `not a journal record as it was written: ${messageOf(error)}`;
		throw new UsageError([{ file: path, line: seq + 1, column: null, what, remedy: "restore the file, or run the suite again" }]);
	}
}

async function syncDirectory(path: string): Promise<void> {
	const directory = await open(path, "r");
	try {
		await directory.sync();
	} finally {
		await directory.close();
	}
}
