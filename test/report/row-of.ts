import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Check } from "../../src/grade/grade.ts";
import { foldTally, type Tally } from "../../src/report/tally.ts";
import type { CardHead, TrialRow } from "../../src/report/trial-row.ts";

export function rowOf(given: Partial<TrialRow> = {}): TrialRow {
	return {
		caseId: "kata/median",
		arm: "haiku",
		repeat: 1,
		tags: ["codegen"],
		verdict: "pass",
		stop: "completed",
		end: { owedAnswer: false, forcedAnswer: false, endedOnFailedCall: false },
		checks: [],
		usage: { input: 100, output: 20, cacheRead: 3, cacheWrite: 4, complete: true },
		nanoUsd: 1_000_000,
		rounds: 2,
		requests: 3,
		toolCalls: 1,
		counters: { compactions: 0, denied: 1, unknown: 0, malformed: 0, toolErrors: 2 },
		diff: "0d1f",
		recording: "trials/haiku/kata/median/1",
		...given,
	};
}

export function failedCheck(name: string, detail: string): Check {
	return { name, passed: false, weight: 1, detail };
}

export function headOf(given: Partial<CardHead> = {}): CardHead {
	return {
		suite: "katas",
		plan: { digest: "p", cases: "c", fixtures: "f", tools: "t", arms: "a", repeats: 1, seed: "7" },
		complete: true,
		reason: null,
		arms: [{ arm: "haiku", provider: "anthropic", model: "claude-haiku" }],
		pool: null,
		...given,
	};
}

export function tallyOf(head: CardHead, rows: readonly TrialRow[]): Tally {
	const fold = foldTally(head.arms);
	for (const row of rows) fold.add(row);
	return fold.tally();
}

export async function* streamOf<T>(items: Iterable<T>): AsyncGenerator<T> {
	yield* items;
}

export async function textOf(chunks: AsyncIterable<string>): Promise<string> {
	let text = "";
	for await (const chunk of chunks) text += chunk;
	return text;
}

export async function temporaryFolder(): Promise<{ readonly path: string; readonly [Symbol.asyncDispose]: () => Promise<void> }> {
	const path = await mkdtemp(join(tmpdir(), "assay-report-"));
	return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}
