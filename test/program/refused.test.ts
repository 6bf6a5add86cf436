import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { assay } from "../support/program.ts";
import { type Files, tempFolder } from "../support/temp-folder.ts";

const SOUND = "prompt: hi\ntags: [x]\n";
const WHOLE = `${SOUND}expect: {contains: ready}\n`;
const BOMB = `${["a: &a [x, x, x, x, x, x, x, x, x]", ..."bcdefghij"]
	.map((name, at) => (at === 0 ? name : `${name}: &${name} [${`*${String.fromCharCode(96 + at)}, `.repeat(9)}]`))
	.join("\n")}\nprompt: hi\n`;

type Bad = { readonly why: string; readonly files: Files; readonly line: RegExp };

/** Each row alone, then all of them at once: a file of one must not be that of another. */
const BAD_FILES: readonly Bad[] = [
	{
		why: "an unknown key",
		files: cases({ "unknown-key": `${SOUND}expekt: {contains: a}\n` }),
		line: /^cases\/unknown-key\.yaml:3:1: .*"expekt".*"expect"/,
	},
	{
		why: "an unknown expectation",
		files: cases({ hope: `${SOUND}expect: {contain: a}\n` }),
		line: /^cases\/hope\.yaml:3:10: .*"contain".*"contains"/,
	},
	{
		why: "a wrong type",
		files: cases({ type: `${SOUND}expect: {max_rounds: many}\n` }),
		line: /^cases\/type\.yaml:3:22: .*max_rounds must be a number/,
	},
	{ why: "a key given twice", files: cases({ key: `${WHOLE}prompt: ho\n` }), line: /^cases\/key\.yaml:4:1: duplicate key "prompt"/ },
	{
		why: "an id given twice",
		files: { ...cases({ rows: `${WHOLE}rows: rows.jsonl\n` }), "cases/rows.jsonl": '{"id": "a"}\n{"id": "b"}\n{"id": "a"}\n' },
		line: /^cases\/rows\.jsonl:3:1: duplicate id "rows\/a"/,
	},
	{
		why: "ids that differ by case",
		files: cases({ Case: WHOLE, case: WHOLE }),
		line: /^cases\/case\.yaml:1:1: the id "case".*"Case".*but for case/,
	},
	{
		why: "ids that fold together",
		files: cases({ CAFÉ: WHOLE, café: WHOLE }),
		line: /^cases\/café\.yaml:1:1: the id "café" is "CAFÉ" at cases\/CAFÉ/,
	},
	{ why: "an id that another system would compose", files: cases({ "nai\u0308ve": WHOLE }), line: /^cases\/nai.*\.yaml:1:1: .*\(NFC\); / },
	{
		why: "a missing fixture",
		files: cases({ missing: `${WHOLE}fixture: nowhere\n` }),
		line: /^cases\/missing\.yaml:4:10: no fixture "nowhere"/,
	},
	{
		why: "a fixture's link that leaves it",
		files: { ...cases({ leaving: `${WHOLE}fixture: leaky\n` }), "fixtures/leaky/out": "-> ../../../../etc/passwd" },
		line: /^cases\/leaving\.yaml:4:10: fixture "leaky": out: a link out of the fixture/,
	},
	{ why: "no expectation", files: cases({ nothing: SOUND }), line: /^cases\/nothing\.yaml:\d+:\d+: .*every answer would pass/ },
	{
		why: "an expectation that cannot fail",
		files: cases({ idle: `${SOUND}expect: {no_tools: false}\n` }),
		line: /^cases\/idle\.yaml:3:9: .*every answer would pass/,
	},
	{
		why: "an empty needle",
		files: cases({ needle: `${SOUND}expect: {contains: [a, ""]}\n` }),
		line: /^cases\/needle\.yaml:3:24: .*found in every answer/,
	},
	{
		why: "verify in plan phase",
		files: cases({ plan: `${SOUND}phase: plan\nexpect: {verify: "true"}\n` }),
		line: /^cases\/plan\.yaml:4:18: verify .*phase plan/,
	},
	{
		why: "a bound of 0",
		files: cases({ zero: `${WHOLE}limits: {rounds: 0}\n` }),
		line: /^cases\/zero\.yaml:4:18: limits\.rounds must be at least 1, not 0/,
	},
	{
		why: "an unknown tool",
		files: cases({ tool: `${WHOLE}tools: [fs_raed]\n` }),
		line: /^cases\/tool\.yaml:4:9: no tool "fs_raed".*"fs_read"/,
	},
	{
		why: "a key that is not there yet",
		files: cases({ later: `${SOUND}expect: {contains: a, judge: kind}\n` }),
		line: /^cases\/later\.yaml:3:23: "judge" is not supported yet/,
	},
	{ why: "a bomb of aliases", files: cases({ bomb: BOMB }), line: /^cases\/bomb\.yaml:\d+:\d+: .*alias/ },
	{ why: "a NUL byte", files: cases({ nul: "prompt: h\0i\n" }), line: /^cases\/nul\.yaml:1:10: holds a NUL byte/ },
	{
		why: "bytes that are no UTF-8",
		files: cases({ bytes: Buffer.from("prompt: h\xff\xfei\n", "latin1") }),
		line: /^cases\/bytes\.yaml:1:10: is not valid UTF-8/,
	},
	{ why: "no YAML", files: cases({ yaml: "prompt: [hi\n" }), line: /^cases\/yaml\.yaml:\d+:\d+: / },
	{ why: "an empty file", files: cases({ empty: "" }), line: /^cases\/empty\.yaml:1:1: is empty/ },
];

function cases(byName: Readonly<Record<string, string | Uint8Array>>): Files {
	return Object.fromEntries(Object.entries(byName).map(([name, content]) => [`cases/${name}.yaml`, content]));
}

type Refusal = { readonly code: number | null; readonly lines: readonly string[] };

/** What `assay` says of this folder, and that it said it before anything was spent: nothing on stdout, no run folder. */
async function refusalOf(files: Files, args: readonly string[] = ["run", "-o", "out"]): Promise<Refusal> {
	await using folder = await tempFolder(files);
	const { code, stdout, stderr } = await assay(args, { cwd: folder.path });
	expect(stdout).toBe("");
	expect(["out", "reports"].filter((name) => existsSync(join(folder.path, name)))).toEqual([]);
	expect(stderr).not.toMatch(/^ +at /m);
	return { code, lines: stderr.trimEnd().split("\n") };
}

const CONFIG: Files = { "assay.yaml": "name: bad\n" };
const OK: Files = { ...CONFIG, ...cases({ ok: `${WHOLE}oracle: [say: ready]\n` }) };

describe("bad files are refused with their place", () => {
	test.each(BAD_FILES)("$why", async ({ files, line }) => {
		expect(await refusalOf({ ...CONFIG, ...files })).toEqual({ code: 2, lines: [expect.stringMatching(line)] });
	});

	test("all at once, in order, each as file:line:col: what; what to do", async () => {
		const config =
			"name: bad\nconcurrency: 0\narms:\n  typo: {provider: antropic, model: m}\n  gone: {provider: script, file: gone.jsonl}\n";
		const { code, lines } = await refusalOf(Object.assign({ "assay.yaml": config }, ...BAD_FILES.map(({ files }) => files)));

		expect(code).toBe(2);
		for (const line of lines) expect(line).toMatch(/^[^:]+:\d+:\d+: .+; .+$/);
		for (const { line } of [...BAD_FILES, ...IN_CONFIG]) expect(lines).toContainEqual(expect.stringMatching(line));
		expect(lines).toHaveLength(BAD_FILES.length + IN_CONFIG.length);
		expect(lines.map(fileOf)).toEqual(lines.map(fileOf).toSorted());
	});
});

const IN_CONFIG = [
	{ line: /^assay\.yaml:2:14: concurrency must be at least 1, not 0/ },
	{ line: /^assay\.yaml:4:20: arms\.typo\.provider cannot be "antropic".*"anthropic"/ },
	{ line: /^assay\.yaml:5:34: there is no script "gone\.jsonl"/ },
];

function fileOf(line: string): string {
	return line.slice(0, line.indexOf(":"));
}

describe("bad requests are refused with a way out", () => {
	test.each<[string, RegExp]>([
		["run -a nopp", /^no arm "nopp"; did you mean "nop"\?$/],
		["run -j 0", /^--concurrency .*"0"; /],
		["run -k 0", /^--repeats .*"0"; /],
		["run -j abc", /^--concurrency .*"abc"; /],
		["run -j 1.5", /^--concurrency .*"1\.5"; /],
		["run -j 1 -j 2", /^--concurrency is given 2 times; /],
		["run --tag nothing", /^no case has the tag "nothing"; /],
		["run --case nothing/*", /nothing\/\*.*; /],
		["run cases/nowhere.yaml", /cases\/nowhere\.yaml.*; /],
		["run --concurency 2", /--concurency.*; did you mean "concurrency"\?$/],
		["run --reporter dots", /reporter.*dots.*progress/],
		["run --json --reporter json", /--json and --reporter json .*; /],
		["run -C nowhere", /^no config file "nowhere"; /],
		["run -o", /has no value|Not enough arguments/],
		["rnu", /"rnu".*; did you mean "run"\?$/],
		["show", /.+; see `assay show --help`/],
		["show nowhere", /nowhere is no run folder: .*; /],
		["report nowhere", /nowhere is no run folder: .*; /],
		["grade nowhere", /nowhere is no run folder: .*; /],
		["schema cards", /^no schema of "cards"; .*scorecard/],
	])("assay %s", async (line, said) => {
		expect(await refusalOf(OK, line.split(" "))).toEqual({ code: 2, lines: [expect.stringMatching(said)] });
	});

	test.each<[string, Files, RegExp]>([
		["without a suite", {}, /^no assay\.yaml here or in a folder above; .*`assay init`/],
		["on a suite without cases", CONFIG, /^assay\.yaml:1:1: no case file matches .*; /],
		["on an empty assay.yaml", { "assay.yaml": "" }, /^assay\.yaml:1:1: is empty; /],
	])("assay run %s", async (_, files, said) => {
		expect(await refusalOf(files)).toEqual({ code: 2, lines: [expect.stringMatching(said)] });
	});

	test.each<[string, RegExp]>([
		['{"case": "*", "replies": [{"sya": "hi"}, {"text": 1}]}', /^arm\.jsonl:1:\d+: replies\[\d\].*; /],
		["nonsense", /^arm\.jsonl:1:\d+: is no JSON object; /],
	])("a script that says %s", async (script, said) => {
		const files = { ...OK, "assay.yaml": "arms: {played: {provider: script, file: arm.jsonl}}\n", "arm.jsonl": script };
		for (const args of [["run", "-o", "out"], ["check", "--schema-only"], ["list"]]) {
			const { code, lines } = await refusalOf(files, args);
			expect(code).toBe(2);
			for (const line of lines) expect(line).toMatch(said);
		}
	});

	test("a run without a command tells what there is", async () => {
		const { code, lines } = await refusalOf({}, []);
		expect(code).toBe(2);
		expect(lines.join("\n")).toMatch(/assay --help/);
	});
});
