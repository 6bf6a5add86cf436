import { createReadStream } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { dirname } from "node:path";
import { createInterface } from "node:readline";
import { sha256 } from "../core/digest.ts";
import { isJsonObject, type Json } from "../core/json.ts";
import { type JournalRecord, parseRecord } from "./journal-record.ts";
import { fromWire, toWire } from "./wire.ts";

/** The one file that says what has happened in a batch: append-only, numbered, checksummed, synced in groups. */
export type Journal = {
	/** Resolves when the record is on the disk. */
	readonly append: (record: JournalRecord) => Promise<void>;
	readonly close: () => Promise<void>;
};

/** Starts a journal that does not exist yet. */
export async function createJournal(path: string): Promise<Journal> {
	const file = await open(path, "wx");
	await syncDirectory(dirname(path));
	return groupCommit(file);
}

/** Records that arrive while a sync is under way wait for the next one together: one sync for many. */
function groupCommit(file: FileHandle): Journal {
	let seq = 0;
	let waiting: string[] = [];
	let flushing: Promise<void> | null = null;
	const flush = async (): Promise<void> => {
		await Promise.resolve();
		const lines = waiting;
		waiting = [];
		flushing = null;
		await file.appendFile(lines.join(""));
		await file.datasync();
	};
	let last: Promise<void> = Promise.resolve();
	return {
		append: (record) => {
			waiting.push(encodeRecord(record, seq++));
			if (flushing === null) {
				const before = last;
				flushing = before.then(flush);
				last = flushing;
			}
			return flushing;
		},
		close: async () => {
			await last;
			await file.close();
		},
	};
}

/** The records of a journal. A torn last line is what a kill leaves and ends the reading; any other fault throws. */
export async function* readJournal(path: string): AsyncGenerator<JournalRecord> {
	let seq = 0;
	let torn: string | null = null;
	for await (const text of createInterface({ input: createReadStream(path, "utf8"), crlfDelay: Number.POSITIVE_INFINITY })) {
		if (torn !== null) throw new Error(`${path}:${seq + 1}: not a journal record`);
		const record = decodeRecord(text, seq);
		if (record === null) torn = text;
		else yield record;
		if (record !== null) seq += 1;
	}
}

function encodeRecord(record: JournalRecord, seq: number): string {
	const body = JSON.stringify({ seq, ...(toWire(record) as object) });
	return `${JSON.stringify({ sum: checksum(body) }).slice(0, -1)},${body.slice(1)}\n`;
}

function decodeRecord(text: string, seq: number): JournalRecord | null {
	const value = parseObject(text);
	if (value === null) return null;
	const { sum, ...body } = value;
	if (sum !== checksum(JSON.stringify(body)) || body.seq !== seq) return null;
	const { seq: _, ...record } = body;
	return parseRecord(fromWire(record));
}

function parseObject(text: string): { readonly [key: string]: Json } | null {
	try {
		const value = JSON.parse(text) as Json;
		return isJsonObject(value) ? value : null;
	} catch {
		return null;
	}
}

function checksum(body: string): string {
	return sha256(body).slice(0, 16);
}

async function syncDirectory(path: string): Promise<void> {
	const directory = await open(path, "r");
	try {
		await directory.sync();
	} finally {
		await directory.close();
	}
}
