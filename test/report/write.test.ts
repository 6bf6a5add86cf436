import { createHash } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Json, prettyJson } from "../../src/core/json.ts";
import { cardJson } from "../../src/report/card-json.ts";
import { rowJson } from "../../src/report/row-json.ts";
import type { CardHead, TrialRow } from "../../src/report/trial-row.ts";
import { writeScorecard } from "../../src/report/write.ts";
import { anyRows } from "./any-row.ts";
import { failedCheck, headOf, rowOf, streamOf, tallyOf, temporaryFolder } from "./row-of.ts";

const ARMS: CardHead["arms"] = [
	{ arm: "Opus", provider: "anthropic", model: "claude-opus" },
	{ arm: "haiku", provider: "anthropic", model: "claude-haiku" },
];
const head = headOf({ arms: ARMS });

function wholeCard(rows: readonly TrialRow[]): string {
	const isComplete = rows.every(({ verdict }) => verdict !== "ungraded");
	const known = { ...head, complete: isComplete, reason: isComplete ? null : "ungraded" };
	return `${prettyJson({ ...cardJson(known, tallyOf(head, rows)), trials: rows.map(rowJson) })}\n`;
}

describe("writeScorecard", () => {
	test("streams the bytes that the whole card has, and tells their SHA-256", async () => {
		await using folder = await temporaryFolder();
		const path = join(folder.path, "scorecard.json");
		await fc.assert(
			fc.asyncProperty(anyRows, async (rows) => {
				const { sha256, tally } = await writeScorecard(path, head, streamOf(rows));
				const text = await readFile(path, "utf8");
				expect(text).toBe(wholeCard(rows));
				expect(sha256).toBe(createHash("sha256").update(text).digest("hex"));
				expect(tally).toEqual(tallyOf(head, rows));
				expect(await readdir(folder.path)).toEqual(["scorecard.json"]);
			}),
			{ numRuns: 200 },
		);
	});

	test("writes the card that others read", async () => {
		await using folder = await temporaryFolder();
		const path = join(folder.path, "scorecard.json");
		const rows = [
			rowOf({ caseId: "a", tags: ["z", "B", "z"], checks: [{ name: "no_tools", passed: true, weight: 1, detail: "no call" }] }),
			rowOf({ caseId: "b", tags: [], verdict: "fail", checks: [{ ...failedCheck("verify", "exit 1"), weight: 0.5 }] }),
			rowOf({ caseId: "c", tags: ["B"], verdict: "ungraded", stop: "provider_error", diff: null, recording: null }),
		];
		await writeScorecard(path, headOf({ complete: false, reason: "provider" }), streamOf(rows));
		const card: Json = JSON.parse(await readFile(path, "utf8"));
		const counts = { planned: 3, passed: 1, failed: 1, ungraded: { provider_error: 1 } };
		const rates = {
			pass: { passed: 1, graded: 2, planned: 3, rate: "0.5000" },
			pass_all: { passed: 1, graded: 2, planned: 3, rate: "0.5000" },
			pass_any: { passed: 1, graded: 2, planned: 3, rate: "0.5000" },
			checks: { passed: 1, graded: 2, rate: "0.5000" },
		};
		const usage = { input_tokens: 100, output_tokens: 20, cache_read_tokens: 3, cache_write_tokens: 4, nano_usd: 1_000_000 };
		const spent = {
			rounds: 2,
			requests: 3,
			tool_calls: 1,
			counters: { compactions: 0, denied: 1, malformed: 0, tool_errors: 2, unknown: 0 },
		};
		const end = { owed_answer: false, forced_answer: false, ended_on_failed_call: false, usage_complete: true };
		const trial = {
			arm: "haiku",
			repeat: 1,
			stop: "completed",
			end,
			usage,
			...spent,
			diff: "0d1f",
			recording: "trials/haiku/kata/median/1",
		};
		expect(card).toEqual({
			schema: 1,
			suite: "katas",
			plan: { digest: "p", cases: "c", fixtures: "f", tools: "t", arms: "a", repeats: 1, seed: "7" },
			complete: false,
			reason: "provider",
			pool: null,
			arms: [
				{
					arm: "haiku",
					provider: "anthropic",
					model: "claude-haiku",
					...counts,
					rates,
					usage: { input_tokens: 300, output_tokens: 60, cache_read_tokens: 9, cache_write_tokens: 12, nano_usd: 3_000_000 },
					rounds: 6,
					requests: 9,
					tool_calls: 3,
					counters: { compactions: 0, denied: 3, malformed: 0, tool_errors: 6, unknown: 0 },
				},
			],
			rates: { ...counts, ...rates },
			tags: [
				{
					tag: "B",
					arms: [
						{
							arm: "haiku",
							planned: 2,
							passed: 1,
							failed: 0,
							ungraded: { provider_error: 1 },
							rates: { pass: { passed: 1, graded: 1, planned: 2, rate: "1.0000" } },
						},
					],
				},
				{
					tag: "z",
					arms: [
						{
							arm: "haiku",
							planned: 1,
							passed: 1,
							failed: 0,
							ungraded: {},
							rates: { pass: { passed: 1, graded: 1, planned: 1, rate: "1.0000" } },
						},
					],
				},
			],
			trials: [
				{
					...trial,
					case: "a",
					tags: ["B", "z"],
					verdict: "pass",
					checks: [{ name: "no_tools", passed: true, weight: "1.0000", detail: "no call" }],
				},
				{
					...trial,
					case: "b",
					tags: [],
					verdict: "fail",
					checks: [{ name: "verify", passed: false, weight: "0.5000", detail: "exit 1" }],
				},
				{ ...trial, case: "c", tags: ["B"], verdict: "ungraded", stop: "provider_error", checks: [], diff: null, recording: null },
			],
		});
	});

	test("the order in which arms and tags were given changes no byte", async () => {
		await using folder = await temporaryFolder();
		const rows = [rowOf({ caseId: "a", tags: ["x", "y"] }), rowOf({ caseId: "b", tags: ["y", "x"] })];
		const shuffled = rows.map((row) => ({ ...row, tags: row.tags.toReversed() }));
		const one = await writeScorecard(join(folder.path, "one.json"), head, streamOf(rows));
		const other = await writeScorecard(join(folder.path, "other.json"), { ...head, arms: ARMS.toReversed() }, streamOf(shuffled));
		expect(one.sha256).toBe(other.sha256);
	});

	test.each([
		["cases", rowOf({ caseId: "b" }), rowOf({ caseId: "a" })],
		["arms", rowOf({ arm: "haiku" }), rowOf({ arm: "Opus" })],
		["repeats", rowOf({ repeat: 10 }), rowOf({ repeat: 9 })],
		["a trial twice", rowOf(), rowOf()],
	])("refuses rows out of order (%s), and leaves the old card", async (_, first, second) => {
		await using folder = await temporaryFolder();
		const path = join(folder.path, "scorecard.json");
		await writeFile(path, "old");
		await expect(writeScorecard(path, head, streamOf([first, second]))).rejects.toThrow("rows out of order");
		expect([await readFile(path, "utf8"), await readdir(folder.path)]).toEqual(["old", ["scorecard.json"]]);
	});

	test("orders repeats as numbers", async () => {
		await using folder = await temporaryFolder();
		const rows = [rowOf({ repeat: 9 }), rowOf({ repeat: 10 })];
		await writeScorecard(join(folder.path, "scorecard.json"), head, streamOf(rows));
	});

	test("holds no row that it has written, however many there are", async () => {
		setFlagsFromString("--expose-gc");
		const collect: () => void = runInNewContext("gc");
		const written: WeakRef<TrialRow>[] = [];
		const alive: number[] = [];
		async function* rows(): AsyncGenerator<TrialRow> {
			for (let repeat = 1; repeat <= 10_000; repeat += 1) {
				const row = rowOf({ repeat, verdict: "fail", checks: [failedCheck(`check ${repeat}`, "x".repeat(1_000))] });
				written.push(new WeakRef(row));
				yield row;
				if (repeat % 2_500 !== 0) continue;
				await new Promise((resolve) => setImmediate(resolve));
				collect();
				alive.push(written.filter((reference) => reference.deref() !== undefined).length);
			}
		}
		await using folder = await temporaryFolder();
		await writeScorecard(join(folder.path, "scorecard.json"), head, rows());
		expect(Math.max(...alive)).toBeLessThan(200);
	});
});
