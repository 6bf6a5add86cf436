import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { JsonObject } from "../../src/core/json.ts";
import { assay } from "../support/program.ts";
import { callsOf, cardBytes, cardSha, filesBelow, readCard, readLines, recording } from "../support/run-files.ts";
import { SAY_READY, suiteFiles } from "../support/suite-files.ts";
import { type TempFolder, tempFolder } from "../support/temp-folder.ts";
import { BUSY_ARMS, busySuite } from "./busy-suite.ts";

type Journaled = JsonObject & { readonly sum: string; readonly seq: number; readonly type: string };

let folder: TempFolder;
let run = "";

/** One run of the busy suite serves all tests here; each leaves it as it was. */
beforeAll(async () => {
	folder = await tempFolder(busySuite());
	run = join(folder.path, "out");
	await assay(["run", ...BUSY_ARMS, "-o", "out"], { cwd: folder.path });
});

afterAll(() => folder[Symbol.asyncDispose]());

describe("a run folder", () => {
	test("holds its files and a recording for every trial, and nothing half-written", () => {
		const trials = readCard(run).trials.map(({ arm, case: id, repeat }) => `trials/${arm}/${id}/${repeat}.1.jsonl`);
		const files = ["journal.jsonl", "junit.xml", "run.json", "scorecard.json", "scorecard.md", ...trials];
		expect(filesBelow(run).map((file) => file.slice(run.length + 1))).toEqual(files.toSorted());
		expect(trials).toHaveLength(24);
	});

	test("its card is in order of case, arm and repeat, sorted keys at every level, with integers and decimal strings only", () => {
		const keys = readCard(run).trials.map(({ case: id, arm, repeat }) => [id, arm, repeat].join(" "));
		expect(keys).toEqual(keys.toSorted());
		const card = JSON.parse(cardBytes(run));
		expect(cardBytes(run)).toBe(`${JSON.stringify(sorted(card), null, 2)}\n`);
		expect(cardBytes(run)).not.toMatch(/: -?\d+[.eE]/);
	});

	test("its journal's lines are numbered and checksummed, and each finish names the bytes of a recording", () => {
		const lines = readFileSync(join(run, "journal.jsonl"), "utf8").trimEnd().split("\n");
		const records = readLines<Journaled>(join(run, "journal.jsonl"));
		expect(records.map(({ seq }) => seq)).toEqual(records.map((_, at) => at));
		for (const [at, { sum }] of records.entries()) expect(sum).toBe(sha256(`{${lines[at]?.slice(`{"sum":"${sum}",`.length)}`).slice(0, 16));
		expect(records.map(({ type }) => type).slice(0, 2)).toEqual(["header", "admit"]);

		const finished = records.filter(({ type }) => type === "finish");
		expect(finished).toHaveLength(24);
		for (const { key, sha256: sum } of finished) {
			const { arm, case_id: id, repeat, attempt } = key as JsonObject;
			expect(sha256(readFileSync(join(run, `trials/${arm}/${id}/${repeat}.${attempt}.jsonl`)))).toBe(sum);
		}
	});

	test("a recording begins with all that shaped its trial and ends with its outcome; its lines are numbered", () => {
		const lines = recording(run, "busy/files/write/1");
		expect(lines.map(({ seq }) => seq)).toEqual(lines.map((_, at) => at));
		expect(lines[0]).toMatchObject({
			type: "recording",
			schema: 1,
			key: { case_id: "files/write", arm: "busy", repeat: 1, attempt: 1 },
			suite: "tried",
			case: { file: "cases/files/write.yaml", digest: expect.stringMatching(/^[0-9a-f]{64}$/), source: { tags: ["files", "writes"] } },
			arm: { provider: "script", model: null, digest: expect.stringMatching(/^[0-9a-f]{64}$/) },
			system: expect.any(String),
			prompts: ["Write out.txt."],
			tools: expect.arrayContaining([expect.objectContaining({ name: "fs_write", input_schema: expect.any(Object) })]),
		});
		expect(lines.at(-1)).toMatchObject({ type: "outcome", outcome: { cause: { code: "completed" } } });
	});

	test("run.json has what a card may not: times, host, versions, what each trial took", () => {
		const { started, ended, host, node, version, concurrency, isolation, cash, trials } = JSON.parse(
			readFileSync(join(run, "run.json"), "utf8"),
		);
		expect(Date.parse(started)).toBeLessThanOrEqual(Date.parse(ended));
		expect({ node, version, concurrency, isolation }).toEqual({
			node: process.version,
			version: expect.any(String),
			concurrency: 4,
			isolation: expect.stringMatching(/^(none|bwrap)$/),
		});
		expect(host).not.toBe("");
		expect(cash.tokens).toBeGreaterThan(0);
		expect(Object.keys(trials)).toHaveLength(24);
		for (const trial of Object.values(trials)) expect(trial).toMatchObject({ wall_ms: expect.any(Number), attempts: 1 });
	});

	test("its views say what its card says", () => {
		const { rates, trials } = readCard(run);
		const ungraded = rates.planned - rates.passed - rates.failed;
		const markdown = readFileSync(join(run, "scorecard.md"), "utf8");
		expect(markdown).toContain(
			`**FAIL**: of ${rates.planned} planned, ${rates.passed} passed, ${rates.failed} failed, ${ungraded} ungraded`,
		);
		for (const arm of ["busy", "clumsy", "faulty"]) expect(markdown).toMatch(new RegExp(`^\\| ${arm} \\|`, "m"));
		const junit = readFileSync(join(run, "junit.xml"), "utf8");
		expect(junit.match(/<testcase /g)).toHaveLength(trials.length);
		expect(junit.match(/<failure /g)).toHaveLength(rates.failed);
		expect(junit.match(/<error /g)).toHaveLength(ungraded);
	});

	test("`report` writes every view again, the same; also when a kill tore the journal's last line, minus that trial", async () => {
		await using copy = await tempFolder(copyOf(run));
		const views = ["scorecard.json", "scorecard.md", "junit.xml"];
		const before = views.map((view) => readFileSync(join(run, view), "utf8"));
		for (const view of views) rmSync(join(copy.path, view));
		expect((await assay(["report", copy.path], { cwd: "/" })).code).toBe(1);
		expect(views.map((view) => readFileSync(join(copy.path, view), "utf8"))).toEqual(before);

		const journal = join(copy.path, "journal.jsonl");
		truncateSync(journal, readFileSync(journal).length - 20);
		expect((await assay(["report", copy.path], { cwd: "/" })).code).toBe(1);
		const { complete, reason, trials } = readCard(copy.path);
		expect({ complete, reason }).toEqual({ complete: false, reason: "interrupted" });
		expect(trials).toHaveLength(24);
		expect(trials.filter(({ recording: stem }) => stem === null)).toHaveLength(1);
	});

	test.each([
		["a line in the middle of the journal", "journal.jsonl", "finish", "finihs", /journal\.jsonl:\d+: .*; /],
		["a recording", "trials/busy/files/write/1.1.jsonl", "keep", "kept", /1\.1\.jsonl.*; /],
	])("%s that was changed is refused, not believed", async (_, file, before, after, said) => {
		await using copy = await tempFolder(copyOf(run));
		writeFileSync(join(copy.path, file), readFileSync(join(copy.path, file), "utf8").replace(before, after));
		const sha = cardSha(copy.path);
		const { code, stderr } = await assay(["report", copy.path], { cwd: "/" });

		expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(said) });
		expect(cardSha(copy.path)).toBe(sha);
	});

	test("`grade` grades by the case files of today, without a model; `report` by those of the run", async () => {
		await using suite = await tempFolder(busySuite());
		const out = join(suite.path, "out");
		await assay(["run", ...BUSY_ARMS, "-o", "out", "--case", "chat/*"], { cwd: suite.path });
		const sha = cardSha(out);
		const changed = { ...SAY_READY, prompt: ["Begin.", "Say ready."], tags: ["chat"], oracle: undefined, expect: { contains: "nor here" } };
		writeFileSync(join(suite.path, "cases/chat/two-turns.yaml"), JSON.stringify(changed));
		rmSync(join(suite.path, "clumsy.jsonl"));
		const { code, stderr } = await assay(["grade", out], { cwd: suite.path });

		expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining("clumsy.jsonl") });
		writeFileSync(join(suite.path, "clumsy.jsonl"), '{"case": "*", "replies": []}\n');
		expect((await assay(["grade", out], { cwd: "/" })).code).toBe(1);
		expect(readCard(out).trials.map(({ arm, verdict }) => `${arm} ${verdict}`)).toEqual(
			["busy fail", "clumsy pass", "faulty ungraded"].flatMap((end) => [end, end]),
		);
		await assay(["report", out], { cwd: "/" });
		expect(cardSha(out)).toBe(sha);
	});
});

describe("workspaces", () => {
	test("are gone before the next trial begins, also those whose folders were locked", async () => {
		const count = 'ls -d "$WORKSPACE"/../../assay* | wc -l; mkdir -p a/b && touch a/b/c && chmod 500 a/b && chmod 000 a';
		const oracle = [{ shell: { command: count } }, { say: "ready" }];
		await using suite = await tempFolder(suiteFiles({ cases: { one: { ...SAY_READY, repeats: 3, oracle } } }));
		const tmp = join(suite.path, "tmp");
		mkdirSync(tmp);
		expect((await assay(["run", "-j", "1", "-o", "out"], { cwd: suite.path, env: { TMPDIR: tmp } })).code).toBe(0);

		const counts = [1, 2, 3].map((repeat) => callsOf(join(suite.path, "out"), `oracle/one/${repeat}`)[0]?.result);
		expect(counts).toEqual(["1\n", "1\n", "1\n"]);
		expect(readdirSync(tmp)).toEqual([]);
	});

	test("--keep-workspaces leaves them as the trial left them, and says where", async () => {
		const oracle = [{ fs_write: { path: "made.txt", content: "made" } }, { say: "ready" }];
		await using suite = await tempFolder(suiteFiles({ cases: { one: { ...SAY_READY, oracle } } }));
		const tmp = join(suite.path, "tmp");
		mkdirSync(tmp);
		const { code, stderr } = await assay(["run", "-o", "out", "--keep-workspaces"], { cwd: suite.path, env: { TMPDIR: tmp } });

		expect(code).toBe(0);
		const { workspace } = JSON.parse(readFileSync(join(suite.path, "out/run.json"), "utf8")).trials["oracle/one/1"];
		expect(workspace.startsWith(tmp)).toBe(true);
		expect(readFileSync(join(workspace, "made.txt"), "utf8")).toBe("made");
		expect(stderr).toMatch(/kept: .*run\.json/);
		expect(existsSync(join(suite.path, "out/scorecard.json")) && !cardBytes(join(suite.path, "out")).includes(tmp)).toBe(true);
	});
});

function sha256(content: string | Uint8Array): string {
	return createHash("sha256").update(content).digest("hex");
}

function sorted(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(sorted);
	if (typeof value !== "object" || value === null) return value;
	return Object.fromEntries(
		Object.entries(value)
			.sort(([a], [b]) => (a < b ? -1 : 1))
			.map(([key, item]) => [key, sorted(item)]),
	);
}

/** The files of a folder, for another one. */
function copyOf(path: string): Readonly<Record<string, string>> {
	return Object.fromEntries(filesBelow(path).map((file) => [file.slice(path.length + 1), readFileSync(file, "utf8")]));
}
