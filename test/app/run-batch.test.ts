import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { EXIT, exitCodeOf } from "../../src/app/exit-code.ts";
import { CancellationToken } from "../../src/core/cancel.ts";
import { BudgetPool } from "../../src/core/pool.ts";
import { systemClock } from "../../src/core/system-clock.ts";
import { NO_USAGE } from "../../src/core/usage.ts";
import { SAY_READY } from "../support/suite-files.ts";
import { problemsOf, suiteKit, textsBelow } from "./app-kit.ts";

const FAILS = { ...SAY_READY, expect: { contains: "never" } };
const WORKS = {
	prompt: "Write it.",
	tags: ["x", "files"],
	fixture: "shop",
	repeats: 2,
	oracle: [{ fs_write: { path: "out.txt", content: "done" } }, { shell: { command: "pwd; cat out.txt" } }, { say: "ready" }],
	expect: { contains: "ready", tools: ["shell"], verify: "cat out.txt; pwd", unchanged: "a.txt" },
};
const FILES = { "fixtures/shop/a.txt": "a" };
const THREE = { cases: { fails: FAILS, says: SAY_READY, works: WORKS }, files: FILES };

describe("runBatch", () => {
	test("writes the same card whatever ran at once, wherever, and whatever came first", async () => {
		await using here = await suiteKit(THREE);
		await using there = await suiteKit(THREE);
		const one = await here.run("one", { play: ["nop", "oracle"], concurrency: 1 });
		const many = await there.run("elsewhere/many", { play: ["oracle", "nop"], concurrency: 8 });
		expect(many.sha256).toBe(one.sha256);
		expect(await there.text("elsewhere/many/scorecard.json")).toBe(await here.text("one/scorecard.json"));
		expect(await there.text("elsewhere/many/scorecard.md")).toBe(await here.text("one/scorecard.md"));
		expect(await there.text("elsewhere/many/junit.xml")).toBe(await here.text("one/junit.xml"));
	});

	test.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])(
		"refuses %s as a number of trials or repeats, before anything is made",
		async (count) => {
			await using kit = await suiteKit(THREE);
			expect(await problemsOf(() => kit.run("run", { concurrency: count, repeats: count }))).toEqual([
				`concurrency is no whole number above 0: ${count}; give it as in {concurrency: 4}`,
				`repeats is no whole number above 0: ${count}; give it as in {repeats: 4}`,
			]);
			expect(await readdir(kit.dir)).not.toContain("run");
		},
	);

	test("writes a whole run folder and tells what it came to", async () => {
		await using kit = await suiteKit(THREE);
		const result = await kit.run("run");
		const { counts } = result.tally.all;
		expect([counts.planned, counts.passed, counts.failed, result.complete, result.reason]).toEqual([4, 3, 1, true, null]);
		expect([result.directory, result.card]).toEqual([join(kit.dir, "run"), join(kit.dir, "run/scorecard.json")]);
		const files = [...(await textsBelow(join(kit.dir, "run"))).keys()].map((file) => file.slice(join(kit.dir, "run/").length));
		expect(files).toEqual([
			"journal.jsonl",
			"junit.xml",
			"run.json",
			"scorecard.json",
			"scorecard.md",
			"trials/oracle/fails/1.1.jsonl",
			"trials/oracle/says/1.1.jsonl",
			"trials/oracle/works/1.1.jsonl",
			"trials/oracle/works/2.1.jsonl",
		]);
	});

	test("says in run.json what another run would have otherwise: times, messages, kept workspaces, flags", async () => {
		await using kit = await suiteKit({
			cases: { down: SAY_READY, says: SAY_READY },
			scripts: { live: { down: [{ failure: { kind: "rejected", message: "no such model" } }], says: [{ say: "ready" }] } },
		});
		const { directory } = await kit.run("run", { play: ["live"], keepWorkspaces: true, flags: { arms: ["live"] }, concurrency: 3 });
		const file = JSON.parse(await kit.text("run/run.json"));
		expect(file).toMatchObject({
			node: process.version,
			concurrency: 3,
			flags: { arms: ["live"] },
			isolation: "none",
			git: null,
			started: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
		});
		expect(Object.keys(file.trials)).toEqual(["live/down/1", "live/says/1"]);
		expect(file.trials["live/down/1"]).toMatchObject({ message: "no such model", requests_failed: 1, attempts: 1 });
		expect(file.trials["live/says/1"]).toMatchObject({ message: null, requests_failed: 0, wall_ms: expect.any(Number) });
		expect(await readdir(file.trials["live/says/1"].workspace)).toEqual([]);
		expect(await kit.text("run/scorecard.json")).not.toContain("no such model");
		for (const { workspace } of Object.values<{ workspace: string }>(file.trials)) await removeKept(workspace);
		expect(directory).toBe(join(kit.dir, "run"));
	});

	test("tells a caller's pool of all that was reported; oracle and nop cost nothing", async () => {
		const cost = { usage: { input_tokens: 70, output_tokens: 3, cache_read_tokens: 1_000 } };
		await using kit = await suiteKit({
			cases: { a: SAY_READY, b: SAY_READY },
			scripts: {
				live: {
					a: [{ failure: { kind: "rejected" }, usage: { input_tokens: 5 } }],
					b: [{ text: "ready", ...cost }],
				},
			},
			arms: { priced: { provider: "script", model: "m", file: "live.jsonl" } },
			config: { prices: { m: { input: 1, output: 10, cache_read: 0.1, cache_write: 2 } } },
		});
		const pool = new BudgetPool(1);
		// Work of the caller's own, before: the pool's, and not the batch's.
		pool.record({ usage: { ...NO_USAGE, input: 1_000 }, nanoUsd: 0 });
		await kit.run("run", { play: ["nop", "oracle", "priced"], pool });
		expect(pool.spent).toBe(1_078);
		expect(pool.exhausted).toBe(true);
		const { cash } = JSON.parse(await kit.text("run/run.json"));
		expect(cash).toEqual({ tokens: 78, nano_usd: 75 * 1_000 + 3 * 10_000 + 1_000 * 100 });
	});

	test("keeps secrets of its variables out of every file, whoever says them", async () => {
		const secret = "sk-live-0123456789";
		await using kit = await suiteKit({
			cases: {
				a: {
					...SAY_READY,
					setup: `echo ${secret} > key.txt`,
					oracle: [{ shell: { command: "cat key.txt" } }, { say: `ready ${secret}` }],
					expect: { contains: secret, verify: `echo ${secret}; false` },
				},
			},
			arms: { other: { provider: "anthropic", model: "m", api_key_env: "ODD_NAME" } },
		});
		await kit.run("run", { env: { ODD_NAME: secret, HOME: "/root", EMPTY_TOKEN: "" } });
		const leaks = [...(await textsBelow(join(kit.dir, "run")))].filter(([, text]) => text.includes(secret));
		expect(leaks.map(([file]) => file)).toEqual([]);
		expect(await kit.text("run/trials/oracle/a/1.1.jsonl")).toContain("ready [ODD_NAME]");
	});
});

async function removeKept(workspace: string): Promise<void> {
	await rm(join(workspace, ".."), { recursive: true });
}

describe("a batch that is told to end", () => {
	test.each([
		["cancel", "cancelled", "cancelled"],
		["stop", "stopped", "stop_requested"],
	] as const)("by %s has a card all the same, and says why it is not complete", async (which, reason, code) => {
		await using kit = await suiteKit({ cases: { a: SAY_READY, b: SAY_READY, c: SAY_READY } });
		const token = new CancellationToken();
		const observe = ({ type }: { readonly type: string }): void => {
			if (type === "trial-end") token.cancel({ kind: "caller", note: "enough" });
		};
		const result = await kit.run("run", { [which]: token, observe, concurrency: 1 });
		const { counts } = result.tally.all;
		expect([result.complete, result.reason, counts.planned, counts.passed]).toEqual([false, reason, 3, 1]);
		expect([...counts.ungraded]).toEqual([[code, 2]]);
		expect(exitCodeOf(counts)).toBe(EXIT.incomplete);
	});

	test("when its last trial is over is complete: there was nothing left to leave out", async () => {
		await using kit = await suiteKit({ cases: { a: SAY_READY } });
		const stop = new CancellationToken();
		const observe = ({ type }: { readonly type: string }): void => {
			if (type === "trial-end") stop.cancel({ kind: "caller", note: "enough" });
		};
		expect(await kit.run("run", { stop, observe })).toMatchObject({ complete: true, reason: null });
	});
});

describe("what is refused before anything is spent", () => {
	test("a run folder that holds something, or that cannot be made", async () => {
		await using kit = await suiteKit({ cases: { a: SAY_READY }, files: { "full/mine.txt": "", file: "" } });
		expect(await problemsOf(() => kit.run("full"))).toEqual([expect.stringContaining("/full is not empty; name another with -o")]);
		expect(await problemsOf(() => kit.run("file/run"))).toEqual([
			expect.stringMatching(/the run folder .*file\/run cannot be made: .*(ENOTDIR|EEXIST)/),
		]);
		expect(await readdir(join(kit.dir, "full"))).toEqual(["mine.txt"]);
	});

	test("what models lack, all of it at once, and no run folder is made", async () => {
		const live = { provider: "anthropic", model: "m" };
		await using kit = await suiteKit({
			cases: { a: SAY_READY, b: SAY_READY },
			arms: { one: { ...live, api_key_env: "KEY_ONE" }, two: live },
			scripts: { half: { a: [{ say: "ready" }] } },
		});
		expect(await problemsOf(() => kit.run("run", { play: ["half", "one", "oracle", "two"] }))).toEqual([
			'assay.yaml:1:60: the arm "half" has no replies for b; add a line for each, or one for "*", or choose other cases',
			'the arm "one" needs a key in KEY_ONE; export KEY_ONE=…',
			'the arm "two" needs a key in ANTHROPIC_API_KEY; export ANTHROPIC_API_KEY=…',
		]);
		expect(await readdir(kit.dir)).not.toContain("run");
	});
});

describe("the run folder", () => {
	test("is made below the suite's reports where none is named, by the time of its start", async () => {
		await using kit = await suiteKit({ cases: { a: SAY_READY }, config: { reports: "out" } });
		const clock = { ...systemClock, epochMs: () => Date.UTC(2026, 10, 30, 20, 51, 6, 789) };
		const { directory } = await kit.run("", { out: null, clock });
		expect(directory).toMatch(new RegExp(`^${join(kit.dir, "out")}/20261130T205106Z-[a-z]{4}$`));
		expect(JSON.parse(await kit.text(directory.slice(kit.dir.length), "run.json"))).toMatchObject({
			started: "2026-11-30T20:51:06.789Z",
			ended: "2026-11-30T20:51:06.789Z",
		});
	});

	test("may be there already when it is empty", async () => {
		await using kit = await suiteKit({ cases: { a: SAY_READY } });
		await mkdir(join(kit.dir, "run"));
		expect((await kit.run("run")).complete).toBe(true);
	});
});
