import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { UsageError } from "../../src/core/error.ts";
import { readScorecard } from "../../src/report/read.ts";
import type { TrialRow } from "../../src/report/trial-row.ts";
import { writeScorecard } from "../../src/report/write.ts";
import { anyRows } from "./any-row.ts";
import { failedCheck, headOf, rowOf, streamOf, temporaryFolder } from "./row-of.ts";

const head = headOf({
	complete: false,
	reason: 'a "reason"\n  "trials": [',
	arms: [
		{ arm: "Opus", provider: "anthropic", model: "claude-opus" },
		{ arm: "haiku", provider: "oracle", model: null },
	],
});

async function all<T>(items: AsyncIterable<T>): Promise<readonly T[]> {
	const list: T[] = [];
	for await (const item of items) list.push(item);
	return list;
}

async function problemOf(reading: Promise<unknown>): Promise<unknown> {
	const error: unknown = await reading.then(
		() => null,
		(reason: unknown) => reason,
	);
	if (!(error instanceof UsageError)) throw new Error("expected a usage error", { cause: error });
	return error.problems;
}

/** A card of three trials, changed by hand. */
async function tampered(path: string, change: (text: string) => string): Promise<void> {
	const rows = ["a", "b", "c"].map((caseId) => rowOf({ caseId, arm: "haiku", checks: [failedCheck("verify", "exit 1")] }));
	await writeScorecard(path, head, streamOf(rows));
	await writeFile(path, change(await readFile(path, "utf8")));
}

describe("readScorecard", () => {
	test("gives back the head and the rows that were written, as often as asked", async () => {
		await using folder = await temporaryFolder();
		const path = join(folder.path, "scorecard.json");
		await fc.assert(
			fc.asyncProperty(anyRows, async (rows) => {
				await writeScorecard(path, head, streamOf(rows));
				const card = await readScorecard(path);
				expect(card.head).toEqual(head);
				expect(await all(card.rows())).toEqual(rows);
				expect(await all(card.rows())).toEqual(rows);
			}),
			{ numRuns: 100 },
		);
	});

	test("reads a card whose lines end as on Windows", async () => {
		await using folder = await temporaryFolder();
		const path = join(folder.path, "scorecard.json");
		await tampered(path, (text) => text.replaceAll("\n", "\r\n"));
		expect((await all((await readScorecard(path)).rows())).map(({ caseId }) => caseId)).toEqual(["a", "b", "c"]);
	});

	test("reads no further than it is asked", async () => {
		await using folder = await temporaryFolder();
		const path = join(folder.path, "scorecard.json");
		await tampered(path, (text) => text.replace('"case": "c"', '"case": 7'));
		const rows = (await readScorecard(path)).rows();
		expect([(await rows.next()).value, (await rows.next()).value].map((row: TrialRow) => row.caseId)).toEqual(["a", "b"]);
		await rows.return(undefined);
	});

	const remedy = "write it again with `assay report RUN`, from the recordings";
	test.each([
		["another schema", (text: string) => text.replace('"schema": 1', '"schema": 2'), 1, "schema 2; this version reads 1"],
		["no schema", (text: string) => text.replace('  "schema": 1,\n', ""), 1, "schema null; this version reads 1"],
		["no card", () => '{"trials": []}', null, "it has no trials"],
		["nothing", () => "", null, "it has no trials"],
		["a head that is cut", (text: string) => text.slice(0, 300), null, "it has no trials"],
		[
			"a rate of its own making",
			(text: string) => text.replace('"rate": null', '"rate": 0.5'),
			1,
			'in arms[0].rates.checks, "rate" is no text',
		],
		[
			"a pool of another kind",
			(text: string) => text.replace('"pool": null', '"pool": {"admission": "soft", "nano_usd": null, "slices": 1, "tokens": null}'),
			1,
			'in pool, "admission" is not hard',
		],
		[
			"a head with a key too many",
			(text: string) => text.replace('"pool": null', '"pool": null,\n  "prize": 1'),
			1,
			'"scorecard" has unknown keys: "prize"',
		],
	])("refuses %s", async (_, change, line, why) => {
		await using folder = await temporaryFolder();
		const path = join(folder.path, "scorecard.json");
		await tampered(path, change);
		const what = `not a scorecard of this version: ${why}`;
		expect(await problemOf(readScorecard(path))).toEqual([{ file: path, line, column: null, what, remedy }]);
	});

	test.each([
		[
			"a verdict that is none",
			(text: string) => text.replace('"verdict": "pass"', '"verdict": "good"'),
			'"verdict" is "good", not one of pass, fail, ungraded',
		],
		[
			"half a token",
			(text: string) => text.replace('"input_tokens": 100', '"input_tokens": 0.5'),
			'in usage, "input_tokens" is no whole number',
		],
		["a repeat before the first", (text: string) => text.replace('"repeat": 1', '"repeat": 0'), '"repeat" is not counted from 1'],
		[
			"a weight of another form",
			(text: string) => text.replace('"weight": "1.0000"', '"weight": "1"'),
			'"weight" is no decimal of four digits',
		],
		["a tag that is none", (text: string) => text.replace('"codegen"', "7"), '"tags[0]" is no text'],
		[
			"a key too many",
			(text: string) => text.replace('"diff": "0d1f"', '"diff": "0d1f",\n      "wall_ms": 7'),
			'"trial" has unknown keys: "wall_ms"',
		],
		["a weight that is a number", (text: string) => text.replace('"weight": "1.0000"', '"weight": 1'), 'in checks[0], "weight" is no text'],
		["a missing key", (text: string) => text.replace('      "diff": "0d1f",\n', ""), '"diff" is no text'],
		["a flag that is text", (text: string) => text.replace('"passed": false', '"passed": "no"'), '"passed" is neither true nor false'],
		["rows that are cut", (text: string) => text.slice(0, text.lastIndexOf('      "case": "c"')), "it ends among the trials"],
		["a row that does not end", (text: string) => text.replace(/ {4}\}\n {2}\]/, "  ]"), "it ends among the trials"],
	])("refuses %s", async (_, change, why) => {
		await using folder = await temporaryFolder();
		const path = join(folder.path, "scorecard.json");
		await tampered(path, (text) => {
			const [, aggregates = "", trials = ""] = /^(.*?\n {2}"trials": \[\n)(.*)$/s.exec(text) ?? [];
			return `${aggregates}${change(trials)}`;
		});
		const card = await readScorecard(path);
		expect(await problemOf(all(card.rows()))).toMatchObject([{ file: path, what: expect.stringContaining(why), remedy }]);
	});

	test("places a row's mistake at the line where the row begins", async () => {
		await using folder = await temporaryFolder();
		const path = join(folder.path, "scorecard.json");
		await tampered(path, (text) => text.replace('"case": "b"', '"case": null'));
		const lines = (await readFile(path, "utf8")).split("\n");
		const line = lines.lastIndexOf("    {", lines.indexOf('      "case": null,')) + 1;
		expect(await problemOf(all((await readScorecard(path)).rows()))).toMatchObject([{ line }]);
	});

	test("names a file that is not there", async () => {
		await using folder = await temporaryFolder();
		const path = join(folder.path, "scorecard.json");
		expect(await problemOf(readScorecard(path))).toMatchObject([{ file: path, what: expect.stringContaining("ENOENT") }]);
	});
});
