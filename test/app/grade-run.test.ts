import { appendFile, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { gradingAsRecorded } from "../../src/app/card-rows.ts";
import { gradeRun } from "../../src/app/grade-run.ts";
import { readRunIndex } from "../../src/app/run-index.ts";
import { writeReports } from "../../src/app/write-reports.ts";
import { readScorecard } from "../../src/report/read.ts";
import { SAY_READY, suiteFiles } from "../support/suite-files.ts";
import { writeFiles } from "../support/temp-folder.ts";
import { problemsOf, type SuiteKit, suiteKit } from "./app-kit.ts";

const WORKS = {
	prompt: "Write it.",
	tags: ["x"],
	repeats: 2,
	oracle: [{ fs_write: { path: "out.txt", content: "done" } }, { say: "ready" }],
	expect: { contains: "ready", verify: { run: "bash check.sh", files: ["check.sh"] }, files: [{ path: "out.txt", contains: "done" }] },
};
const SUITE = { cases: { says: SAY_READY, works: WORKS }, files: { "cases/check.sh": "test -f out.txt" } };

async function report(kit: SuiteKit): Promise<string> {
	const index = await readRunIndex(join(kit.dir, "run"));
	return (await writeReports(index, gradingAsRecorded)).sha256;
}

async function verdictsOf(kit: SuiteKit): Promise<readonly string[]> {
	const verdicts: string[] = [];
	for await (const { caseId, verdict } of (await readScorecard(join(kit.dir, "run/scorecard.json"))).rows())
		verdicts.push(`${caseId} ${verdict}`);
	return verdicts;
}

describe("a card that is written again", () => {
	test("from the recordings is the same, without the suite", async () => {
		await using kit = await suiteKit(SUITE);
		const { sha256 } = await kit.run("run", { play: ["nop", "oracle"] });
		await rm(join(kit.dir, "cases"), { recursive: true });
		await rm(join(kit.dir, "run/scorecard.json"));
		expect(await report(kit)).toBe(sha256);
	});

	test("by the case files is the same when they are", async () => {
		await using kit = await suiteKit(SUITE);
		const { sha256 } = await kit.run("run", { play: ["nop", "oracle"] });
		const graded = await gradeRun(join(kit.dir, "run"), null, "/");
		expect([graded.sha256, graded.suite]).toEqual([sha256, "tried"]);
	});

	test("by other case files holds what is expected today against what was done then", async () => {
		await using kit = await suiteKit(SUITE);
		const { sha256 } = await kit.run("run");
		expect(await verdictsOf(kit)).toEqual(["says pass", "works pass", "works pass"]);
		const says = { ...SAY_READY, expect: { contains: "steady" } };
		await writeFiles(kit.dir, suiteFiles({ ...SUITE, cases: { ...SUITE.cases, says } }));
		await gradeRun(join(kit.dir, "run"), null, kit.dir);
		expect(await verdictsOf(kit)).toEqual(["says fail", "works pass", "works pass"]);
		// The recordings are what they were: a report brings the first card back.
		expect(await report(kit)).toBe(sha256);
	});

	test("with a verify that nobody has run gives no verdict on what it cannot know", async () => {
		await using kit = await suiteKit(SUITE);
		await kit.run("run");
		await writeFile(join(kit.dir, "cases/check.sh"), "exit 0");
		const { complete, reason, tally } = await gradeRun(join(kit.dir, "run"), null, kit.dir);
		expect(await verdictsOf(kit)).toEqual(["says pass", "works ungraded", "works ungraded"]);
		expect([complete, reason, tally.all.checks]).toEqual([false, "ungraded", { passed: 1, graded: 1 }]);
		expect(await kit.text("run/junit.xml")).toContain("verify: no evidence of this command is recorded; run the trial again</error>");
	});

	test("is refused where the suite has lost what was run: every case and arm, at once", async () => {
		await using kit = await suiteKit({ ...SUITE, arms: { mine: { provider: "oracle" } } });
		await kit.run("run", { play: ["mine"] });
		await rm(join(kit.dir, "cases/says.yaml"));
		await writeFile(join(kit.dir, "assay.yaml"), "name: tried\n");
		expect(await problemsOf(() => gradeRun(join(kit.dir, "run"), null, kit.dir))).toEqual([
			'the case "says" of this run is not in the suite; put it back, or use `assay report`',
			'the arm "mine" of this run is not in the suite; put it back, or use `assay report`',
		]);
	});

	test("is refused by a suite elsewhere that is none", async () => {
		await using kit = await suiteKit(SUITE);
		await kit.run("run");
		expect(await problemsOf(() => gradeRun(join(kit.dir, "run"), "nowhere.yaml", kit.dir))).toEqual([
			expect.stringContaining('no config file "nowhere.yaml"'),
		]);
	});
});

describe("a recording that is not as it was written", () => {
	const PATH = "run/trials/oracle/says/1.1.jsonl";

	test("is refused with its place, and the old card stands", async () => {
		await using kit = await suiteKit(SUITE);
		await kit.run("run");
		const before = await kit.text("run/scorecard.json");
		const path = join(kit.dir, PATH);
		await writeFile(path, (await readFile(path, "utf8")).replace('"ready"', '"stead"'));
		expect(await problemsOf(() => report(kit))).toEqual([
			expect.stringMatching(new RegExp(`^${path}: .*it was changed after it had been written; restore`)),
		]);
		expect(await problemsOf(() => gradeRun(join(kit.dir, "run"), null, kit.dir))).toHaveLength(1);
		expect(await kit.text("run/scorecard.json")).toBe(before);
	});

	test("because it is gone, too", async () => {
		await using kit = await suiteKit(SUITE);
		await kit.run("run");
		await rm(join(kit.dir, PATH));
		expect(await problemsOf(() => report(kit))).toEqual([expect.stringContaining("not a recording as it was written: it is gone")]);
	});

	test("with more at its end, too", async () => {
		await using kit = await suiteKit(SUITE);
		await kit.run("run");
		await appendFile(join(kit.dir, PATH), "{}");
		expect(await problemsOf(() => report(kit))).toEqual([expect.stringMatching(/1\.1\.jsonl:\d+: not a recording as it was written: /)]);
	});
});

describe("an ungraded trial", () => {
	test("is graded by nothing: what its case would need may be gone", async () => {
		await using kit = await suiteKit({
			cases: { works: { ...WORKS, repeats: 1 } },
			files: SUITE.files,
			scripts: { live: { "*": [{ failure: { kind: "rejected" } }] } },
		});
		await kit.run("run", { play: ["live"] });
		expect(await verdictsOf(kit)).toEqual(["works ungraded"]);
		const graded = await gradeRun(join(kit.dir, "run"), null, kit.dir);
		expect([graded.complete, graded.reason]).toEqual([false, "ungraded"]);
	});
});
