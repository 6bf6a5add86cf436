import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Json } from "../../src/core/json.ts";
import { assay, BIN, startProgram } from "../support/program.ts";
import { readCard } from "../support/run-files.ts";
import { SAY_READY, type Script, suiteFiles } from "../support/suite-files.ts";
import { tempFolder } from "../support/temp-folder.ts";

const PASS: readonly Json[] = [{ say: "ready" }];
const FAIL: readonly Json[] = [{ say: "no" }];
const OUTAGE: readonly Json[] = [{ failure: { kind: "rejected", message: "no such model" } }];

describe("exit codes", () => {
	test.each<[number, string, Script, readonly string[]]>([
		[0, "everything passed", { a: PASS, b: PASS }, ["PASS"]],
		[1, "something failed", { a: PASS, b: FAIL }, ["FAIL", "1 failed, 0 ungraded"]],
		[3, "something is ungraded and nothing failed", { a: PASS, b: OUTAGE }, ["INCOMPLETE", "0 failed, 1 ungraded (1 provider_error)"]],
		[3, "all is ungraded", { "*": OUTAGE }, ["INCOMPLETE", "0 failed, 2 ungraded (2 provider_error)"]],
		[
			1,
			"a failure stands beside an outage, and both are told",
			{ a: FAIL, b: OUTAGE },
			["FAIL", "1 failed, 1 ungraded (1 provider_error)"],
		],
	])("%i when %s", async (code, _, script, said) => {
		await using folder = await tempFolder(suiteFiles({ cases: { a: SAY_READY, b: SAY_READY }, scripts: { played: script } }));
		const run = await assay(["run", "-a", "played", "-o", "out"], { cwd: folder.path });
		const report = await assay(["report", "out"], { cwd: folder.path });

		expect([run.code, report.code]).toEqual([code, code]);
		for (const text of said) expect(run.stderr).toContain(text);
		expect(readCard(join(folder.path, "out")).complete).toBe(code !== 3 && !said.join().includes("1 ungraded"));
	});

	test("3 when a trial could not be made ready, which is told beside what the others came to", async () => {
		const cases = { a: SAY_READY, b: { ...SAY_READY, setup: "echo no such registry; exit 7" } };
		await using folder = await tempFolder(suiteFiles({ cases }));
		const { code, stderr } = await assay(["run", "-o", "out"], { cwd: folder.path });

		expect(code).toBe(3);
		expect(stderr).toMatch(/^ungraded +oracle\/b\/1 +setup_error: .*7.*no such registry/m);
		expect(stderr).toContain("1 of 2 passed, 0 failed, 1 ungraded (1 setup_error)");
	});

	test("--help tells every code, and is 0 itself, as --version is", async () => {
		const [help, version] = await Promise.all([assay(["--help"], { cwd: "/" }), assay(["--version"], { cwd: "/" })]);
		expect([help.code, version.code]).toEqual([0, 0]);
		for (const code of [0, 1, 2, 3, 70, 130]) expect(help.stdout).toMatch(new RegExp(`^ +${code}\\b`, "m"));
		expect(version.stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
	});

	test.each([
		["its trials cannot be written", 'rm -rf "$RUN/trials"; touch "$RUN/trials"', /\/trials\b/],
		["its card cannot be written", 'mkdir -p "$RUN/scorecard.json/in-the-way"', /scorecard\.json/],
		["a view cannot be written", 'mkdir "$RUN/junit.xml"', /junit\.xml/],
		["its disk is full", 'ln -s /dev/full "$RUN/scorecard.json.part"', /no space left.*; free/],
	])("70 when a run folder breaks under the run: %s", async (_, sabotage, named) => {
		await using folder = await tempFolder();
		const [out, tmp] = [join(folder.path, "out"), join(folder.path, "tmp")];
		mkdirSync(tmp);
		const script: Script = { "*": [{ shell: { command: `RUN='${out}'; ${sabotage}` } }, { say: "ready" }] };
		await using suite = await tempFolder(suiteFiles({ cases: { a: { ...SAY_READY, repeats: 3 } }, scripts: { bad: script } }));
		const args = ["run", "-a", "bad", "-j", "2", "-o", out];
		const { code, stderr } = await assay(args, { cwd: suite.path, env: { TMPDIR: tmp } });

		expect(code).toBe(70);
		expect(stderr).toMatch(named);
		expect(readdirSync(tmp)).toEqual([]);
	});

	test.each([
		["70", "list >/dev/full"],
		["70", "run -o out --json >/dev/full"],
		["0", "run -o out 2>/dev/full"],
		["0", "run -o out >&- 2>&-"],
	])("%s when `assay %s`", async (code, line) => {
		await using folder = await tempFolder(suiteFiles({ cases: { a: SAY_READY } }));
		const script = `("$0" "$1" ${line}); echo "code $?"`;
		const { stdout, stderr } = await startProgram(["bash", "-c", script, process.execPath, BIN], { cwd: folder.path }).ended;

		expect(stdout).toBe(`code ${code}\n`);
		expect(stderr).not.toMatch(/^ +at /m);
	});

	test("2, with the way out, when the run folder cannot be made or is not empty", async () => {
		await using folder = await tempFolder({ ...suiteFiles({ cases: { a: SAY_READY } }), file: "", "full/of": "something" });
		for (const out of ["file", "file/below", "full"]) {
			const { code, stderr } = await assay(["run", "-o", out], { cwd: folder.path });
			expect({ out, code, stderr }).toMatchObject({
				out,
				code: 2,
				stderr: expect.stringMatching(/^the run folder .*; name another with -o/),
			});
			expect(stderr.trimEnd().split("\n")).toHaveLength(1);
		}
	});
});
