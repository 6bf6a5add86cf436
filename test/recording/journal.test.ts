import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { STOP_CODES } from "../../src/agent/stop-code.ts";
import { createJournal, readJournal } from "../../src/recording/journal.ts";
import type { JournalHeader, JournalRecord } from "../../src/recording/journal-record.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { nastyText } from "./any-line.ts";

const HEADER: JournalHeader = {
	type: "header",
	schema: 1,
	suite: "katas",
	config: "/suite/assay.yaml",
	plan: { digest: "p", cases: "c", fixtures: "f", tools: "t", arms: "a", repeats: 2, seed: "0" },
	arms: [{ arm: "oracle", provider: "oracle", model: null }],
	cases: [{ id: "kata/median", tags: ["x"], repeats: 2 }],
	started: "2026-08-01T10:00:00.000Z",
	pool: { tokens: 1_000, nanoUsd: null },
	flags: { not_tags: ["slow"] },
};

function admit(repeat: number): JournalRecord {
	return { type: "admit", key: { caseId: "kata/médian", arm: "oracle", repeat, attempt: 1 }, hold: { tokens: 5, nanoUsd: 0 } };
}

const key = fc.record({ caseId: nastyText, arm: nastyText, repeat: fc.nat(), attempt: fc.nat() });
const charge = fc.record({ tokens: fc.nat(), nanoUsd: fc.nat() });
const anyRecord: fc.Arbitrary<JournalRecord> = fc.oneof(
	fc.constant(HEADER),
	fc.record({ type: fc.constant("admit" as const), key, hold: charge }),
	fc.record({ type: fc.constant("refuse" as const), key }),
	fc.record({ type: fc.constant("stop" as const), reason: nastyText }),
	fc.record({
		type: fc.constant("finish" as const),
		key,
		stop: fc.constantFrom(...STOP_CODES),
		sha256: nastyText,
		message: fc.option(nastyText),
		workspace: fc.option(nastyText),
		charge,
		telemetry: fc.record({ wallMs: fc.nat(), requestsFailed: fc.nat(), sleptMs: fc.nat(), peakBytes: fc.option(fc.nat()) }),
	}),
);

async function readAll(path: string): Promise<readonly JournalRecord[]> {
	const records: JournalRecord[] = [];
	for await (const record of readJournal(path)) records.push(record);
	return records;
}

/** The bytes of a journal with these records. */
async function bytesOf(records: readonly JournalRecord[]): Promise<Buffer> {
	await using dir = await tempFolder();
	const path = join(dir.path, "journal.jsonl");
	const journal = await createJournal(path);
	for (const record of records) void journal.append(record);
	await journal.close();
	return await readFile(path);
}

/** What is read of a journal of these bytes, or why it is refused; the folder reads `<dir>`. */
async function reading(bytes: Uint8Array | string): Promise<readonly JournalRecord[] | string> {
	await using dir = await tempFolder({ "journal.jsonl": bytes });
	return await readAll(join(dir.path, "journal.jsonl")).catch((error: Error) => error.message.replaceAll(dir.path, "<dir>"));
}

const RECORDS = [HEADER, admit(1), admit(2), { type: "stop", reason: "stopped" }] satisfies readonly JournalRecord[];

describe("a journal", () => {
	test("gives back every kind of record as it was", async () => {
		await fc.assert(
			fc.asyncProperty(fc.array(anyRecord, { maxLength: 6 }), async (records) => {
				expect(await reading(await bytesOf(records))).toEqual(JSON.parse(JSON.stringify(records)));
			}),
			{ numRuns: 25 },
		);
	});

	test("keeps the order of what was appended, however many append at once", async () => {
		await using dir = await tempFolder();
		const path = join(dir.path, "journal.jsonl");
		const journal = await createJournal(path);
		const records = Array.from({ length: 300 }, (_, at) => admit(at));
		const writers = Array.from({ length: 10 }, async (_, writer) => {
			for (let at = writer; at < records.length; at += 10) await journal.append(records[at]!);
		});
		await Promise.all(writers);
		await journal.close();
		const text = await readFile(path, "utf8");
		expect(
			text
				.trimEnd()
				.split("\n")
				.map((line) => JSON.parse(line).seq),
		).toEqual(records.map((_, at) => at));
		const read = await readAll(path);
		expect(read.map((record) => (record.type === "admit" ? record.key.repeat : -1)).toSorted((a, b) => a - b)).toEqual(
			records.map((_, at) => at),
		);
		// Each writer waits for its record before it gives the next: its own come in order.
		for (let writer = 0; writer < 10; writer += 1) {
			const own = read.flatMap((record) => (record.type === "admit" && record.key.repeat % 10 === writer ? [record.key.repeat] : []));
			expect(own).toEqual(own.toSorted((a, b) => a - b));
		}
	});

	test("writes one after the other: a small record does not overtake or split a large one", async () => {
		await using dir = await tempFolder();
		const path = join(dir.path, "journal.jsonl");
		const journal = await createJournal(path);
		const large: JournalRecord = { type: "stop", reason: "x".repeat(4_000_000) };
		const appended = [journal.append(large)];
		for (let at = 0; at < 20; at += 1) {
			await setImmediate();
			appended.push(journal.append(admit(at)));
		}
		await Promise.all(appended);
		await journal.close();
		expect(await readAll(path)).toEqual([large, ...Array.from({ length: 20 }, (_, at) => admit(at))]);
	});

	test("a record is on the disk when its append resolves, those before it too", async () => {
		await using dir = await tempFolder();
		const path = join(dir.path, "journal.jsonl");
		const journal = await createJournal(path);
		const early = [journal.append(HEADER), journal.append(admit(1))];
		await journal.append(admit(2));
		expect(await readAll(path)).toEqual([HEADER, admit(1), admit(2)]);
		await Promise.all([...early, journal.close()]);
	});

	test("waits with its end for what was appended", async () => {
		await using dir = await tempFolder();
		const path = join(dir.path, "journal.jsonl");
		const journal = await createJournal(path);
		const appended = [journal.append(HEADER), journal.append(admit(1))];
		await journal.close();
		expect(await readAll(path)).toEqual([HEADER, admit(1)]);
		await Promise.all(appended);
	});

	test("is not begun where there is one", async () => {
		await using dir = await tempFolder({ "journal.jsonl": "" });
		await expect(createJournal(join(dir.path, "journal.jsonl"))).rejects.toThrow("EEXIST");
	});
});

describe("a journal that was damaged", () => {
	test("any byte that was changed is found, in its line; only the end of the last line is a tear", async () => {
		const bytes = await bytesOf(RECORDS);
		await fc.assert(
			fc.asyncProperty(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), async (at, change) => {
				const edited = Buffer.from(bytes);
				edited[at] = (edited[at] ?? 0) ^ change;
				const line = bytes.subarray(0, at).toString().split("\n").length;
				const read = await reading(edited);
				if (at === bytes.length - 1 && edited[at] !== 10) expect(read).toEqual(RECORDS.slice(0, -1));
				else expect(read).toMatch(new RegExp(`^<dir>/journal\\.jsonl:${line}: not a journal record as it was written: `));
			}),
			{ numRuns: 200 },
		);
	});

	test("torn anywhere in its last line, what stands before it is read", async () => {
		const bytes = await bytesOf(RECORDS);
		const lastLine = bytes.lastIndexOf("\n", -2) + 1;
		for (const end of [lastLine, lastLine + 1, lastLine + 30, bytes.length - 1])
			expect(await reading(bytes.subarray(0, end))).toEqual(RECORDS.slice(0, -1));
	});

	test("torn inside a character, too", async () => {
		const bytes = await bytesOf([HEADER, admit(1)]);
		expect(await reading(bytes.subarray(0, bytes.indexOf("é") + 1))).toEqual([HEADER]);
	});

	test("torn in the middle it is refused there", async () => {
		const [first = "", second = "", ...others] = (await bytesOf(RECORDS)).toString().split("\n");
		expect(await reading([first, second.slice(0, 40), ...others].join("\n"))).toMatch(
			/^<dir>\/journal\.jsonl:2: .*: its checksum is wrong; restore the file, or run the suite again$/,
		);
	});

	test.each([
		["left out", (lines: readonly string[]) => lines.toSpliced(1, 1)],
		["put in twice", (lines: readonly string[]) => lines.toSpliced(1, 0, lines[0] ?? "")],
		["that changed places", (lines: readonly string[]) => [lines[0] ?? "", lines[2] ?? "", lines[1] ?? "", ...lines.slice(3)]],
		["left out before the last", (lines: readonly string[]) => lines.toSpliced(-2, 1)],
	])("a record %s is missed", async (_, change) => {
		const lines = (await bytesOf(RECORDS)).toString().trimEnd().split("\n");
		expect(await reading(`${change(lines).join("\n")}\n`)).toMatch(/: expected seq \d; restore/);
	});

	test("spaces that an editor put in are an edit", async () => {
		const text = (await bytesOf([HEADER])).toString();
		expect(await reading(text.replace('"seq":0', '"seq": 0'))).toMatch(/:1: .*checksum/);
		expect(await reading(text.replace("\n", "\r\n"))).toMatch(/:1: .*checksum/);
	});

	test("an empty one has no record", async () => {
		expect(await reading("")).toEqual([]);
	});
});

describe("a journal that cannot be written", () => {
	test("rejects every append from the first that failed, and none of them unseen", async () => {
		await using dir = await tempFolder();
		const path = join(dir.path, "journal.jsonl");
		const journal = await createJournal(path);
		await journal.append(HEADER);
		await journal.close();
		const together = await Promise.allSettled([journal.append(admit(1)), journal.append(admit(2))]);
		const later = await Promise.allSettled([journal.append(admit(3))]);
		expect([...together, ...later].map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
		expect(await readAll(path)).toEqual([HEADER]);
	});
});
