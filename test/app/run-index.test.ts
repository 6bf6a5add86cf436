import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { StopCode } from "../../src/agent/stop-code.ts";
import { cardRows, gradingAsRecorded } from "../../src/app/card-rows.ts";
import { findTrial } from "../../src/app/find-trial.ts";
import { incompleteness, plannedKeys, type RunIndex, readRunIndex, unbegunCode } from "../../src/app/run-index.ts";
import { createJournal } from "../../src/recording/journal.ts";
import type { JournalHeader, JournalRecord } from "../../src/recording/journal-record.ts";
import { type TrialKey, trialId } from "../../src/recording/trial-key.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { problemsOf } from "./app-kit.ts";

const HEADER: JournalHeader = {
	type: "header",
	schema: 1,
	suite: "katas",
	config: "/suite/assay.yaml",
	plan: { digest: "p", cases: "c", fixtures: "f", tools: "t", arms: "a", repeats: 2, seed: "0" },
	arms: ["haiku", "opus"].map((arm) => ({ arm, provider: "anthropic", model: null })),
	cases: [
		{ id: "kata/median", tags: ["x"], repeats: 2 },
		{ id: "median", tags: [], repeats: 1 },
	],
	started: "2026-08-01T10:00:00.000Z",
	pool: null,
	flags: {},
};

function finish(key: TrialKey, stop: StopCode = "completed", attempt = 1): Extract<JournalRecord, { type: "finish" }> {
	const telemetry = { wallMs: 1, requestsFailed: 0, sleptMs: 0, peakBytes: null };
	return {
		type: "finish",
		key: { ...key, attempt },
		stop,
		sha256: "",
		message: null,
		workspace: null,
		charge: { tokens: 0, nanoUsd: 0 },
		telemetry,
	};
}

const ALL = [...plannedKeys(HEADER)].map(({ key }) => key);

async function indexOf(records: readonly JournalRecord[]): Promise<RunIndex> {
	await using dir = await tempFolder();
	const journal = await createJournal(join(dir.path, "journal.jsonl"));
	for (const record of records) void journal.append(record);
	await journal.close();
	return await readRunIndex(dir.path);
}

describe("a run's index", () => {
	test("plans cases, arms and repeats in card order", () => {
		expect([...plannedKeys(HEADER)].map(({ key, tags }) => `${trialId(key)} ${tags.join()}`)).toEqual([
			"haiku/kata/median/1 x",
			"haiku/kata/median/2 x",
			"opus/kata/median/1 x",
			"opus/kata/median/2 x",
			"haiku/median/1 ",
			"opus/median/1 ",
		]);
		expect([...plannedKeys(HEADER)].length).toBe(6);
	});

	test("takes the last telling of a trial", async () => {
		const [first] = ALL;
		const { finished } = await indexOf([HEADER, finish(first!, "provider_error"), finish(first!, "completed", 2)]);
		expect([...finished.values()].map(({ stop, key }) => [stop, key.attempt])).toEqual([["completed", 2]]);
	});

	test.each<[string, readonly JournalRecord[], string | null, StopCode]>([
		["whole and graded", ALL.map((key) => finish(key)), null, "cancelled"],
		["whole, its own bounds reached", ALL.map((key) => finish(key, "max_rounds")), null, "cancelled"],
		["whole, one without a verdict", ALL.map((key, at) => finish(key, at === 2 ? "provider_error" : "completed")), "ungraded", "cancelled"],
		["told to stop", [finish(ALL[0]!), { type: "stop", reason: "stopped" }], "stopped", "stop_requested"],
		["cancelled", [{ type: "stop", reason: "cancelled" }], "cancelled", "cancelled"],
		["told to stop when all was done", [...ALL.map((key) => finish(key)), { type: "stop", reason: "stopped" }], null, "stop_requested"],
		[
			"killed",
			[finish(ALL[0]!), { type: "admit", key: { ...ALL[1]!, attempt: 1 }, hold: { tokens: 0, nanoUsd: 0 } }],
			"interrupted",
			"cancelled",
		],
		["whose pool closed", [finish(ALL[0]!), { type: "refuse", key: { ...ALL[1]!, attempt: 1 } }], "pool", "pool_exhausted"],
	])("of a run %s says so", async (_, records, reason, unbegun) => {
		const index = await indexOf([HEADER, ...records]);
		expect([incompleteness(index), unbegunCode(index)]).toEqual([reason, unbegun]);
	});

	test("counts a trial that never began, so that no rate hides it", async () => {
		const rows = [];
		for await (const row of cardRows(await indexOf([HEADER, { type: "stop", reason: "stopped" }]), gradingAsRecorded)) rows.push(row);
		expect(rows.map(({ caseId, arm, repeat }) => ({ caseId, arm, repeat }))).toEqual(ALL);
		expect(rows[0]).toMatchObject({ verdict: "ungraded", stop: "stop_requested", tags: ["x"], recording: null, diff: null, checks: [] });
	});

	test("is refused of a folder that is no run", async () => {
		await using dir = await tempFolder({ "empty/journal.jsonl": "", "torn/journal.jsonl": '{"sum":"', "other/journal.jsonl": "{}\n" });
		const refusal = async (name: string): Promise<string> => (await problemsOf(() => readRunIndex(join(dir.path, name))))[0] ?? "";
		expect(await refusal("none")).toMatch(/none is no run folder: ENOENT.*; name a folder that `assay run` wrote$/);
		expect(await refusal("empty")).toContain("its journal is empty");
		expect(await refusal("torn")).toContain("its journal is empty");
		expect(await refusal("other")).toMatch(/^[^ ]*other\/journal\.jsonl:1: not a journal record as it was written: .*; restore the file/);
	});
});

describe("the trial that a name means", () => {
	const found = async (name: string): Promise<string> =>
		trialId(findTrial(await indexOf([HEADER, ...ALL.map((key) => finish(key))]), name).key);

	test.each([
		["haiku/kata/median/2", "haiku/kata/median/2"],
		["opus/median/1", "opus/median/1"],
		["trials/opus/kata/median/1.1.jsonl", "opus/kata/median/1"],
		["haiku/median", "haiku/median/1"],
		["kata/median/2", null],
		["opus/kata/median/2", "opus/kata/median/2"],
	])("%s is %s", async (name, id) => {
		if (id !== null) expect(await found(name)).toBe(id);
		else
			expect(await problemsOf(() => found(name))).toEqual([
				'"kata/median/2" means 2 trials; name one, such as haiku/kata/median/2, opus/kata/median/2',
			]);
	});

	test("is refused where there are several, or none", async () => {
		expect(await problemsOf(() => found("opus"))).toEqual([
			expect.stringContaining('"opus" means 3 trials; name one, such as opus/kata/median/1, '),
		]);
		expect(await problemsOf(() => found("haiku/kata/medain/2"))).toEqual([
			'no trial "haiku/kata/medain/2" in this run; did you mean "haiku/kata/median/2"?',
		]);
		expect(await problemsOf(() => found("edian"))).toHaveLength(1);
	});
});
