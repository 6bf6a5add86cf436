import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { assay, BIN, startProgram } from "../support/program.ts";
import { cardSha } from "../support/run-files.ts";
import { SAY_READY, suiteFiles } from "../support/suite-files.ts";
import { tempFolder } from "../support/temp-folder.ts";

const MIXED = suiteFiles({
	cases: { a: SAY_READY, b: SAY_READY, c: SAY_READY },
	scripts: { mixed: { a: [{ say: "ready" }], b: [{ say: "no" }], c: [{ failure: { kind: "rejected", message: "no such model" } }] } },
});

describe("what `assay run` says", () => {
	test("the verdict, its counts and the way to the card, on stderr; nothing on stdout", async () => {
		await using folder = await tempFolder(suiteFiles({ cases: { a: SAY_READY } }));
		const { code, stdout, stderr } = await assay(["run"], { cwd: folder.path });

		expect(code).toBe(0);
		expect(stdout).toBe("");
		expect(stderr).toMatch(/^PASS {2}tried: 1 of 1 passed, 0 failed, 0 ungraded$/m);
		const [, card = ""] = /^scorecard: (reports\/\d{8}T\d{6}Z-[a-z]{4}\/scorecard\.json)$/m.exec(stderr) ?? [];
		expect(cardSha(join(folder.path, card, ".."))).toMatch(/^[0-9a-f]{64}$/);
	});

	test("a failure and an outage are both told, each with its trial and why", async () => {
		await using folder = await tempFolder(MIXED);
		const { code, stderr } = await assay(["run", "-a", "mixed", "-o", "out"], { cwd: folder.path });

		expect(code).toBe(1);
		expect(stderr).toMatch(/^FAIL {2}tried: 1 of 3 passed, 1 failed, 1 ungraded \(1 provider_error\)$/m);
		expect(stderr).toMatch(/^failed +mixed\/b\/1 .*"ready".*"no"/m);
		expect(stderr).toMatch(/^ungraded +mixed\/c\/1 +provider_error: no such model$/m);
		expect(stderr).toContain("assay show out <trial>");
	});

	test("--json prints one document with the numbers, the exit code and the card's digest", async () => {
		await using folder = await tempFolder(MIXED);
		const { code, stdout } = await assay(["run", "-a", "mixed", "-o", "out", "--json", "--reporter", "silent"], { cwd: folder.path });

		expect(JSON.parse(stdout)).toEqual({
			verdict: "FAIL",
			exit_code: code,
			planned: 3,
			passed: 1,
			failed: 1,
			ungraded: 1,
			complete: false,
			reason: "ungraded",
			run: "out",
			scorecard: join("out", "scorecard.json"),
			sha256: cardSha(join(folder.path, "out")),
		});
	});

	test("--reporter json prints one event a line, every trial begins and ends; --reporter silent says nothing at all", async () => {
		await using folder = await tempFolder(MIXED);
		const [json, silent] = await Promise.all([
			assay(["run", "-a", "mixed", "-o", "json", "--reporter", "json"], { cwd: folder.path }),
			assay(["run", "-a", "mixed", "-o", "silent", "--reporter", "silent"], { cwd: folder.path }),
		]);

		const events = json.stdout
			.trimEnd()
			.split("\n")
			.map((line) => JSON.parse(line));
		expect(events.at(0)).toMatchObject({ type: "batch-start", planned: 3, isolation: expect.any(String) });
		expect(events.at(-1)).toEqual({ type: "batch-end" });
		const begun = events.filter(({ type }) => type === "trial-start").map(({ type, ...key }) => key);
		expect(begun.map((key) => key.case).sort()).toEqual(["a", "b", "c"]);
		for (const key of begun)
			expect(events).toContainEqual(expect.objectContaining({ type: "trial-end", ...key, wall_ms: expect.any(Number) }));
		expect(events).toContainEqual(
			expect.objectContaining({ case: "c", verdict: "ungraded", stop: "provider_error", message: "no such model" }),
		);
		expect(silent).toEqual({ code: 1, signal: null, stdout: "", stderr: "" });
	});

	test.each([
		[
			"run -a mixed -o out -k 30 --reporter json --isolation none",
			'{"type":"batch-start","planned":90,"isolation":"none","notice":null}',
			1,
		],
		["list -C many", "tried: 4000 trials of 4000 cases under oracle", 0],
		["list -C many --json", "{", 0],
	])("`assay %s | head -1` shows a line and does not break", async (args, line, code) => {
		const rows = Array.from({ length: 4000 }, (_, at) => JSON.stringify({ id: `row-${at}` })).join("\n");
		const many = suiteFiles({ cases: { many: { ...SAY_READY, rows: "rows.jsonl" } }, files: { "cases/rows.jsonl": rows } });
		await using folder = await tempFolder({
			...MIXED,
			...Object.fromEntries(Object.entries(many).map(([file, content]) => [`many/${file}`, content])),
		});
		const script = `"$0" "$1" ${args} | head -1; echo "\${PIPESTATUS[0]}"`;
		const { stdout, stderr } = await startProgram(["bash", "-c", script, process.execPath, BIN], { cwd: folder.path }).ended;

		expect(stdout).toBe(`${line}\n${code}\n`);
		expect(stderr).not.toMatch(/EPIPE|broke|^ +at /m);
	});
});

test("`--` before paths and `validate` mean what users of other tools expect", async () => {
	await using folder = await tempFolder(suiteFiles({ cases: { one: SAY_READY, two: SAY_READY } }));
	const listed = await assay(["list", "--", "cases/one.yaml"], { cwd: folder.path });
	expect(listed.stdout).toContain("oracle/one");
	expect(listed.stdout).not.toContain("oracle/two");
	expect(await assay(["validate"], { cwd: folder.path })).toMatchObject({ code: 0, stderr: "tried: 2 cases load\n" });
});
