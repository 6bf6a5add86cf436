import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { SAY_READY, type SuiteSketch, suiteFiles } from "../support/suite-files.ts";
import { type TempFolder, tempFolder } from "../support/temp-folder.ts";
import { assay, type Said } from "./cli-kit.ts";

const SUITE: SuiteSketch = { cases: { a: SAY_READY, b: { ...SAY_READY, tags: ["y"] } } };
const FAILING: SuiteSketch = { cases: { a: SAY_READY, b: { ...SAY_READY, expect: { contains: "never" } } } };
const DOWN: SuiteSketch = {
	cases: { a: SAY_READY },
	scripts: { live: { "*": [{ failure: { kind: "rejected", message: "no such model" } }] } },
};

function suite(sketch: SuiteSketch): Promise<TempFolder> {
	return tempFolder(suiteFiles(sketch));
}

function inside(dir: TempFolder): (...argv: readonly string[]) => Promise<Said> {
	return (...argv) => assay(argv, { cwd: dir.path });
}

describe("assay run", () => {
	test("runs the suite where one stands, into a folder named from there, and says what it came to", async () => {
		await using dir = await suite(SUITE);
		const { code, stdout, stderr } = await inside(dir)("run", "-o", "out/one");
		expect([code, stdout]).toEqual([0, ""]);
		expect(stderr).toMatch(/^PASS {2}tried: 2 of 2 passed, 0 failed, 0 ungraded\n.*\nscorecard: out\/one\/scorecard\.json\n$/);
	});

	test.each([
		["a failure", FAILING, [], 1, "FAIL"],
		["an outage", DOWN, ["-a", "live"], 3, "INCOMPLETE"],
	] as const)("of %s has its exit code and says it", async (_, sketch, flags, code, verdict) => {
		await using dir = await suite(sketch);
		const result = await inside(dir)("run", ...flags);
		expect(result.code).toBe(code);
		expect(result.stderr).toContain(`\n${verdict}  tried: `);
	});

	test("takes cases by path, tag and glob", async () => {
		await using dir = await suite(SUITE);
		const run = inside(dir);
		const planned = async (...flags: readonly string[]): Promise<number> =>
			JSON.parse((await run("run", "--json", ...flags)).stdout).planned;
		expect([await planned("cases/a.yaml"), await planned("--not-tag", "y"), await planned("--case", "b", "-k", "3")]).toEqual([1, 1, 3]);
	});

	test("prints one JSON document where that is asked for, on stdout alone", async () => {
		await using dir = await suite(FAILING);
		const { code, stdout, stderr } = await inside(dir)("run", "--json", "-o", "out", "--reporter", "silent");
		expect(stderr).toBe("");
		expect(JSON.parse(stdout)).toEqual({
			verdict: "FAIL",
			exit_code: code,
			planned: 2,
			passed: 1,
			failed: 1,
			ungraded: 0,
			complete: true,
			reason: null,
			run: "out",
			scorecard: "out/scorecard.json",
			sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
		});
	});

	test("writes events as they come with the reporter json, and not beside the document", async () => {
		await using dir = await suite(SUITE);
		const { stdout } = await inside(dir)("run", "--reporter", "json", "--reporter", "dot");
		const types = stdout
			.trimEnd()
			.split("\n")
			.map((line) => JSON.parse(line).type);
		expect([types.length, types[0], types.at(-1)]).toEqual([6, "batch-start", "batch-end"]);
		const both = await inside(dir)("run", "--reporter", "json", "--json");
		expect([both.code, both.stderr]).toEqual([2, "--json and --reporter json both write to stdout; give one of them\n"]);
	});

	test("keeps what was asked for in run.json", async () => {
		await using dir = await suite(SUITE);
		const asked = ["-k", "2", "-j", "3", "--isolation", "none", "--allow-unsandboxed", "--pool-tokens", "9000000", "--pool-usd", "2.50"];
		await inside(dir)("run", "cases/a.yaml", "-o", "out", ...asked);
		expect(JSON.parse(await readFile(join(dir.path, "out/run.json"), "utf8")).flags).toEqual({
			arms: [],
			tags: [],
			not_tags: [],
			cases: [],
			paths: ["cases/a.yaml"],
			repeats: 2,
			concurrency: 3,
			isolation: "none",
			deadline: null,
			allow_unsandboxed: true,
			keep_workspaces: false,
			pool_tokens: 9_000_000,
			pool_usd: "2.50",
		});
	});

	test("says where workspaces are kept", async () => {
		await using dir = await suite({ cases: { a: SAY_READY } });
		const { stderr } = await inside(dir)("run", "--keep-workspaces", "-o", "out");
		const [, kept = ""] = /^kept {6}oracle\/a\/1 {2}(.+)\/workspace\n/.exec(stderr) ?? [];
		expect(stderr).toContain("\nWorkspaces are kept: out/run.json says where.\n");
		await rm(kept, { recursive: true });
	});

	test("runs nothing with --dry-run", async () => {
		await using dir = await suite(SUITE);
		const run = inside(dir);
		const dry = await run("run", "--dry-run", "-k", "2", "-o", "out");
		expect([dry.code, dry.stdout]).toEqual([0, (await run("list", "-k", "2")).stdout]);
		expect(dry.stdout).toMatch(/^tried: 4 trials of 2 cases under oracle\n/);
		expect((await run("report", "out")).code).toBe(2);
	});
});

describe("a mistake", () => {
	test("in files is said with its places, without a stack, and nothing is run", async () => {
		await using dir = await suite({ cases: { a: { ...SAY_READY, promt: "x" }, b: { ...SAY_READY, tools: ["shel"] } } });
		const { code, stdout, stderr } = await inside(dir)("run");
		expect([code, stdout, stderr.trimEnd().split("\n").length]).toEqual([2, "", 2]);
		expect(stderr).toMatch(/^cases\/a\.yaml:1:\d+: .*"prompt"/);
		expect(stderr).not.toContain("    at ");
	});

	test("cannot play a trick on the terminal", async () => {
		await using dir = await tempFolder();
		const { stderr } = await inside(dir)("run", "-C", "no\u001b[2Jsuch");
		expect(stderr).toBe(`no config file "no\\u{1b}[2Jsuch"; with -C, name the suite's assay.yaml or the folder that it is in now\n`);
	});

	test("of ours is 70, and comes with its stack", async () => {
		await using dir = await suite({ cases: { a: SAY_READY } });
		await inside(dir)("run", "-o", "out");
		await rm(join(dir.path, "out/scorecard.json"));
		await mkdir(join(dir.path, "out/scorecard.json"));
		const { code, stderr } = await inside(dir)("report", "out");
		expect(code).toBe(70);
		expect(stderr).toMatch(/^assay broke: .*EISDIR.*\n {4}at /);
	});
});

describe("assay check", () => {
	test("proves a suite, and does not take nop's failures for failures", async () => {
		await using dir = await suite(SUITE);
		const { code, stderr } = await inside(dir)("check", "-o", "out");
		expect([code, stderr]).toEqual([0, "PROVEN  tried: 2 cases, oracle passes and nop fails every case\nscorecard: out/scorecard.json\n"]);
	});

	test("names what proves nothing, and cases without an oracle", async () => {
		const { oracle: _, ...mute } = SAY_READY;
		await using dir = await suite({ cases: { empty: { ...SAY_READY, expect: { not_contains: "sorry" } }, mute } });
		const { code, stdout, stderr } = await inside(dir)("check", "--json");
		expect(code).toBe(1);
		expect(stderr).toContain("\n  nop/empty/1  passes though nothing was done");
		expect(stderr).toContain("\nwithout an oracle, so nothing is shown of them: mute\n");
		expect(JSON.parse(stdout)).toMatchObject({
			suite: "tried",
			cases: 1,
			unproven: ["mute"],
			exit_code: 1,
			violations: [{ trial: "nop/empty/1" }],
		});
	});

	test("is incomplete where a trial has no verdict", async () => {
		await using dir = await suite({ cases: { a: { ...SAY_READY, setup: "exit 1" } } });
		expect((await inside(dir)("check")).code).toBe(3);
	});

	test("of a suite without any oracle proves nothing, and does not say that it did", async () => {
		const { oracle: _, ...mute } = SAY_READY;
		await using dir = await suite({ cases: { mute } });
		const { code, stderr } = await inside(dir)("check");
		expect([code, stderr]).toEqual([
			2,
			"no case here has an `oracle`, so nothing can be proven; write one, or check the files alone with --schema-only\n",
		]);
		expect(await inside(dir)("check", "--schema-only")).toMatchObject({ code: 0, stderr: "tried: 1 case load\n" });
	});

	test("of files alone also holds what arms override against the cases", async () => {
		const planning = { provider: "nop", overrides: { phase: "plan" } };
		await using dir = await suite({ cases: { a: { ...SAY_READY, expect: { contains: "ready", verify: "true" } } }, arms: { planning } });
		const { code, stderr } = await inside(dir)("check", "--schema-only");
		expect([code, stderr]).toEqual([2, (await inside(dir)("list", "-a", "planning")).stderr]);
		expect(stderr).toMatch(/^cases\/a\.yaml:1:1: under the arm "planning", verify /);
	});

	test("tells programs of every trial that ends, also of nop's", async () => {
		await using dir = await suite(SUITE);
		const { stdout } = await inside(dir)("check", "--reporter", "json", "--reporter", "dot");
		const events = stdout
			.trimEnd()
			.split("\n")
			.map((line) => JSON.parse(line));
		expect(
			events
				.filter(({ type }) => type === "trial-end")
				.map(({ arm, verdict }) => `${arm} ${verdict}`)
				.sort(),
		).toEqual(["nop fail", "nop fail", "oracle pass", "oracle pass"]);
	});

	test("says nothing with the reporter silent", async () => {
		await using dir = await suite(SUITE);
		expect(await inside(dir)("check", "--reporter", "silent")).toEqual({ code: 0, stdout: "", stderr: "" });
	});
});

describe("a finished run", () => {
	test("is shown as a list of trials, or one of them whole", async () => {
		await using dir = await suite(FAILING);
		const run = inside(dir);
		await run("run", "-o", "out");
		const list = await run("show", "out");
		expect([list.code, list.stdout]).toEqual([
			0,
			'pass      oracle/a/1  completed\nfail      oracle/b/1  contains:"never": expected "never" in the answer; the answer is "ready"\n',
		]);
		const one = await run("show", "out", "b");
		expect(one.stdout).toMatch(/^oracle\/b\/1 {2}\(cases\/b\.yaml; oracle\)\n/);
		expect(one.stdout).toMatch(/\nFAIL\n {2}FAIL contains:"never": .*\n$/);
		expect((await run("show", "out", "c")).stderr).toMatch(/^no trial "c" in this run; /);
	});

	test("that was edited is shown with its refusal", async () => {
		await using dir = await suite(SUITE);
		await inside(dir)("run", "-o", "out");
		await writeFile(join(dir.path, "out/trials/oracle/a/1.1.jsonl"), '{"seq":0,"type":"turn-start","turn":1,"prompt":"x"}\n');
		const { code, stderr } = await inside(dir)("show", "out", "oracle/a/1");
		expect([code, stderr]).toEqual([2, expect.stringContaining("it was changed after it had been written")]);
	});

	test("is reported and graded again to the same card, named as one would type it", async () => {
		await using dir = await suite(FAILING);
		const run = inside(dir);
		const first = JSON.parse((await run("run", "-o", "out", "--json")).stdout);
		for (const command of ["report", "grade"]) {
			const again = await run(command, "out", "--json");
			expect(JSON.parse(again.stdout)).toEqual(first);
			expect(again.stderr).toContain("\nscorecard: out/scorecard.json\n");
			expect(again.code).toBe(1);
		}
	});
});

test("a run whose suite has moved is graded where -C says, which is said", async () => {
	await using dir = await suite(SUITE);
	await inside(dir)("run", "-o", "out");
	await mkdir(join(dir.path, "new"));
	for (const name of ["assay.yaml", "cases"]) await rename(join(dir.path, name), join(dir.path, "new", name));
	const { code, stderr } = await inside(dir)("grade", "out");
	expect([code, stderr]).toEqual([
		2,
		`no config file "${join(dir.path, "assay.yaml")}"; with -C, name the suite's assay.yaml or the folder that it is in now\n`,
	]);
	expect((await inside(dir)("grade", "out", "-Cnew")).code).toBe(0);
});

describe("other commands", () => {
	test("init writes a suite that runs", async () => {
		await using dir = await tempFolder();
		const { code, stdout, stderr } = await inside(dir)("init", "new");
		expect([code, stdout.split("\n")[0], stderr]).toEqual([0, "assay.yaml", "A suite of one case. Run it: cd new && assay run\n"]);
		expect((await assay(["list"], { cwd: join(dir.path, "new") })).code).toBe(0);
	});

	test.each(["case", "config", "scorecard"])("schema prints the JSON Schema of a %s", async (kind) => {
		const { code, stdout } = await assay(["schema", kind]);
		expect([code, JSON.parse(stdout).type]).toEqual([0, "object"]);
	});

	test("schema refuses a kind that there is not, also one that every object has", async () => {
		expect(await assay(["schema", "constructor"])).toMatchObject({
			code: 2,
			stderr: 'no schema of "constructor"; ask for one of case, config, scorecard\n',
		});
	});

	test("list prints the plan as text and as JSON", async () => {
		await using dir = await suite(SUITE);
		const { stdout } = await inside(dir)("list", "--json", "--tag", "y");
		expect(JSON.parse(stdout)).toMatchObject({ suite: "tried", trials: 1, cases: [{ case: "b", arm: "oracle" }] });
	});

	test("a folder beside the suite is no place to find it from", async () => {
		await using dir = await suite(SUITE);
		await mkdir(join(dir.path, "../beside-assay-test"), { recursive: true });
		const { code } = await assay(["list"], { cwd: join(dir.path, "../beside-assay-test") });
		await rm(join(dir.path, "../beside-assay-test"), { recursive: true });
		expect(code).toBe(2);
	});
});
