import { appendFile, mkdir, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { BatchEvent } from "../../src/batch/event.ts";
import { CancellationToken } from "../../src/core/cancel.ts";
import { problemsOf, type SuiteKit, suiteKit } from "./app-kit.ts";

const NAMES = Array.from({ length: 10 }, (_, at) => `case-${at}`);

const REPLY = { text: "ready", usage: { input_tokens: 900, output_tokens: 100 }, delay_ms: 5 };

function sketch() {
	const asked = { prompt: "Say ready.", tags: ["x"], tools: [], limits: { tokens: 10_000 }, expect: { contains: "ready" } };
	const scripts = Object.fromEntries(["a", "b"].map((arm) => [arm, Object.fromEntries(NAMES.map((name) => [name, [REPLY]]))]));
	return { cases: Object.fromEntries(NAMES.map((name) => [name, asked])), scripts };
}

type Given = Parameters<SuiteKit["run"]>[1];

/** A run into the folder `name` that is cut off once `after` of its 20 trials are over. */
async function cutOff(kit: SuiteKit, name: string, { after, ...given }: { readonly after: number } & Given): Promise<void> {
	const cancel = new CancellationToken();
	let over = 0;
	const observe = ({ type }: BatchEvent): void => {
		over += type === "trial-end" ? 1 : 0;
		if (over === after) cancel.cancel({ kind: "caller", note: "enough" });
	};
	await kit.run(name, { play: ["a", "b"], concurrency: 3, cancel, observe, ...given });
}

function resumed(kit: SuiteKit, name: string, given: Given = {}) {
	const started: string[] = [];
	const again: string[] = [];
	const observe = (event: BatchEvent): void => {
		if (event.type === "batch-resume") again.push(...event.again.map(({ why }) => why));
		if (event.type === "trial-start") started.push(`${event.key.arm}/${event.key.caseId}`);
	};
	const run = kit.run(name, { play: ["a", "b"], resume: join(kit.dir, name), observe, ...given });
	return run.then((result) => ({ result, started, again }));
}

async function finishedIn(kit: SuiteKit, name: string): Promise<readonly string[]> {
	const records = (await kit.text(name, "journal.jsonl"))
		.trimEnd()
		.split("\n")
		.map((line) => JSON.parse(line));
	const settled = records.filter(({ type, stop }) => type === "finish" && stop === "completed");
	return settled.map(({ key }) => `${key.arm}/${key.case_id ?? key.caseId}`);
}

describe("a run that goes on", () => {
	test.each([1, 7, 19])("after %d trials ends in the card of one that was never cut off", async (after) => {
		await using kit = await suiteKit(sketch());
		await kit.run("whole", { play: ["a", "b"] });
		await cutOff(kit, "cut", { after });
		const before = await finishedIn(kit, "cut");
		const { started, result } = await resumed(kit, "cut");
		expect(result.complete).toBe(true);
		expect(await kit.text("cut/scorecard.json")).toBe(await kit.text("whole/scorecard.json"));
		expect(before.length).toBeGreaterThanOrEqual(after);
		expect(started.filter((trial) => before.includes(trial))).toEqual([]);
		expect(started.length + before.length).toBe(20);
	});

	test("has nothing left to do where all is over, and says so in the same bytes", async () => {
		await using kit = await suiteKit(sketch());
		await kit.run("run", { play: ["a", "b"] });
		const card = await kit.text("run/scorecard.json");
		expect((await resumed(kit, "run")).started).toEqual([]);
		expect(await kit.text("run/scorecard.json")).toBe(card);
	});

	test("starts afresh in a folder that is missing or empty, or whose first record a kill tore", async () => {
		await using kit = await suiteKit(sketch());
		expect((await resumed(kit, "new")).started.length).toBe(20);
		const [head = ""] = (await kit.text("new/journal.jsonl")).split("\n");
		for (const written of ["", head.slice(0, 40)]) {
			await rm(join(kit.dir, "new"), { recursive: true });
			await mkdir(join(kit.dir, "new"));
			await writeFile(join(kit.dir, "new/journal.jsonl"), written);
			expect((await resumed(kit, "new")).started.length).toBe(20);
		}
	});

	test("drops a record that a kill tore, and runs its trial again under its next number", async () => {
		await using kit = await suiteKit(sketch());
		await kit.run("run", { play: ["a", "b"], concurrency: 1 });
		const card = await kit.text("run/scorecard.json");
		const journal = join(kit.dir, "run/journal.jsonl");
		await truncate(journal, (await readFile(journal)).length - 7);
		expect((await resumed(kit, "run")).started.length).toBe(1);
		expect(await kit.text("run/scorecard.json")).toBe(card);
		expect(await kit.text("run/journal.jsonl")).toContain('"attempt":2');
	});

	test("takes refusals again under a larger pool, and its card is that of a run which had it from the start", async () => {
		await using kit = await suiteKit(sketch());
		const small = { tokens: 24_000 };
		const large = { tokens: 32_000 };
		await kit.run("large", { play: ["a", "b"], limits: large });
		await kit.run("run", { play: ["a", "b"], limits: small });
		const refused = JSON.parse(await kit.text("run/scorecard.json"));
		await resumed(kit, "run", { limits: large });
		expect(refused.reason).toBe("pool");
		expect(await kit.text("run/scorecard.json")).toBe(await kit.text("large/scorecard.json"));
		expect(await kit.text("run/scorecard.json")).not.toBe(JSON.stringify(refused));
	});

	test("appends the repeats of a larger count, and keeps the rest", async () => {
		await using kit = await suiteKit(sketch());
		await kit.run("two", { play: ["a", "b"], repeats: 2 });
		await kit.run("run", { play: ["a", "b"], repeats: 1 });
		expect((await resumed(kit, "run", { repeats: 2 })).started.length).toBe(20);
		expect(await kit.text("run/scorecard.json")).toBe(await kit.text("two/scorecard.json"));
	});

	test("runs again what has changed, and says why", async () => {
		await using kit = await suiteKit(sketch());
		await kit.run("run", { play: ["a", "b"] });
		const { cases } = sketch();
		await using changed = await suiteKit({ ...sketch(), cases: { ...cases, "case-3": { ...cases["case-3"], prompt: "Say it." } } });
		const { started, again } = await resumed(kit, "run", { suite: changed.suite });
		expect(started.toSorted()).toEqual(["a/case-3", "b/case-3"]);
		expect(again).toEqual(["its case has changed", "its case has changed"]);
	});

	test("runs again what cannot be read, and says why", async () => {
		await using kit = await suiteKit(sketch());
		await kit.run("run", { play: ["a", "b"] });
		const card = await kit.text("run/scorecard.json");
		await writeFile(join(kit.dir, "run/trials/a/case-1/1.1.jsonl"), "torn");
		const { started, again } = await resumed(kit, "run");
		expect(started).toEqual(["a/case-1"]);
		expect(again).toEqual([expect.stringMatching(/case-1/)]);
		expect(await kit.text("run/scorecard.json")).toBe(card);
	});

	test("is refused where it is the run of another plan, which stays as it was", async () => {
		await using kit = await suiteKit(sketch());
		await kit.run("run", { play: ["a", "b"] });
		const journal = await kit.text("run/journal.jsonl");
		expect(await problemsOf(() => resumed(kit, "run", { arms: kit.arms("a") }))).toEqual([
			expect.stringMatching(/run is the run of another plan: arms a, b, and not a; resume it as it was begun, or name another folder/),
		]);
		expect(await kit.text("run/journal.jsonl")).toBe(journal);
	});

	test("is refused where another is under way; a lock that nobody holds any more is taken over", async () => {
		await using kit = await suiteKit(sketch());
		await kit.run("run", { play: ["a", "b"] });
		const stat = await readFile("/proc/self/stat", "utf8");
		const began = stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
		await appendFile(join(kit.dir, "run/.lock"), `${process.pid} ${began}`);
		expect(await problemsOf(() => resumed(kit, "run"))).toEqual([
			expect.stringMatching(/^another run is under way in .*run \(process \d+\)/),
		]);
		await writeFile(join(kit.dir, "run/.lock"), `${process.pid} 1`);
		expect((await resumed(kit, "run")).started).toEqual([]);
	});
});
