import { describe, expect, test } from "vitest";
import { prettyJson } from "../../src/core/json.ts";
import { type RunHead, runText } from "../../src/report/run-json.ts";
import { streamOf, textOf } from "./row-of.ts";

const head: RunHead = {
	started: "2026-08-01T10:00:00.000Z",
	ended: "2026-08-01T10:05:00.000Z",
	host: "ci-7",
	platform: "linux-x64",
	node: "20.20.2",
	version: "0.1.0",
	git: { commit: "a8678c1", dirty: true },
	isolation: "none",
	concurrency: 4,
	flags: { arm: ["oracle"], repeats: 2, resume: false },
	cash: { tokens: 1_234, nanoUsd: 5_678 },
};

describe("runText", () => {
	test("streams what the whole document would be", async () => {
		const trials = [
			{
				id: "haiku/a/1",
				wallMs: 12.6,
				attempts: 2,
				requestsFailed: 1,
				sleptMs: 500.2,
				peakBytes: 4_096,
				message: "half \ud800",
				workspace: "/tmp/a",
			},
			{ id: 'haiku/"b"/1', wallMs: 3, attempts: 1, requestsFailed: 0, sleptMs: 0, peakBytes: null, message: null, workspace: null },
		];
		const { cash: _, ...plain } = head;
		const whole = {
			...plain,
			cash: { tokens: 1_234, nano_usd: 5_678 },
			trials: {
				'haiku/"b"/1': {
					wall_ms: 3,
					attempts: 1,
					requests_failed: 0,
					slept_ms: 0,
					peak_memory_bytes: null,
					message: null,
					workspace: null,
				},
				"haiku/a/1": {
					wall_ms: 13,
					attempts: 2,
					requests_failed: 1,
					slept_ms: 500,
					peak_memory_bytes: 4_096,
					message: "half \ufffd",
					workspace: "/tmp/a",
				},
			},
		};
		expect(await textOf(runText(head, streamOf(trials.toReversed())))).toBe(`${prettyJson(whole)}\n`);
	});

	test("a run outside a repository, of no trial", async () => {
		const text = await textOf(runText({ ...head, git: null }, streamOf([])));
		expect(JSON.parse(text)).toMatchObject({ git: null, trials: {} });
		expect(text).toBe(`${prettyJson(JSON.parse(text))}\n`);
	});
});
