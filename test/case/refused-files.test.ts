import { Buffer } from "node:buffer";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loadSuite } from "../../src/case/load.ts";
import { type Files, tempFolder } from "../support/temp-folder.ts";
import { linesOf, loadFiles, PORTS, refusalOf, SOUND } from "./suite-dir.ts";

type Refusal = readonly [what: string, files: Files, lines: readonly string[]];

const UNPROMPTED = "tags: [x]\nexpect: {contains: a}\n";

/** What a case names in the file system, and the names of case files themselves. */
const REFUSALS: readonly Refusal[] = [
	[
		"a fixture that is not there",
		{ "cases/a.yaml": `${SOUND}fixture: kata-medain\n`, "fixtures/kata-median/x": "" },
		['cases/a.yaml:4:10: no fixture "kata-medain"; did you mean "kata-median"?'],
	],
	[
		"a fixture that is a file",
		{ "cases/a.yaml": `${SOUND}fixture: f\n`, "fixtures/f": "" },
		['cases/a.yaml:4:10: no fixture "f"; there are none'],
	],
	[
		"a fixture outside the fixtures",
		{ "cases/a.yaml": `${SOUND}fixture: ../f\n` },
		['cases/a.yaml:4:10: fixture must be a path that stays inside, not "../f"; write it relative, with / and without ..'],
	],
	[
		"a fixture with a backslash",
		{ "cases/a.yaml": `${SOUND}fixture: a\\b\n` },
		['cases/a.yaml:4:10: fixture must be a path that stays inside, not "a\\\\b"; write it relative, with / and without ..'],
	],
	[
		"files of verify that are missing or lie outside",
		{
			"cases/a.yaml": SOUND.replace("}", ", verify: {run: x, files: [gone.js, {from: ../.., to: x}, {from: out, to: x}]}}"),
			"cases/out": "-> /etc",
		},
		[
			'cases/a.yaml:3:50: there is no "gone.js"; write its path relative to the case file',
			'cases/a.yaml:3:66: "../.." lies outside the suite; move it below assay.yaml',
			'cases/a.yaml:3:88: "out" lies outside the suite; move it below assay.yaml',
		],
	],
	[
		"a file of verify that would leave the workspace",
		{ "cases/a.yaml": SOUND.replace("}", ", verify: {run: x, files: [{from: a.yaml, to: ../x}]}}") },
		['cases/a.yaml:3:69: expect.verify.files[0].to must be a path that stays inside, not "../x"; write it relative, with / and without ..'],
	],
	[
		"a prompt file that is not there",
		{ "cases/a.yaml": `prompt_file: p.md\n${UNPROMPTED}` },
		['cases/a.yaml:1:14: there is no "p.md"; write its path relative to the case file'],
	],
	[
		"a prompt file that is blank",
		{ "cases/a.yaml": `prompt_file: p.md\n${UNPROMPTED}`, "cases/p.md": "\n\n" },
		['cases/a.yaml:1:14: "p.md" is blank; write a prompt into it'],
	],
	[
		"a prompt file that is a folder",
		{ "cases/a.yaml": `prompt_file: ../cases\n${UNPROMPTED}` },
		['cases/a.yaml:1:14: "../cases" is a folder; name a file'],
	],
	[
		"a prompt file that is no text",
		{ "cases/a.yaml": `prompt_file: p.md\n${UNPROMPTED}`, "cases/p.md": Buffer.from("A\nB\0") },
		['cases/a.yaml:1:14: line 2 of "p.md" holds a NUL byte; save it as UTF-8 text'],
	],
	[
		"a prompt and a prompt file",
		{ "cases/a.yaml": `${SOUND}prompt_file: p.md\n`, "cases/p.md": "x" },
		["cases/a.yaml:4:1: both prompt and prompt_file; keep one of them"],
	],
	[
		"two files with one id",
		{ "cases/a.yaml": SOUND, "cases/a.json": JSON.stringify({ prompt: "hi", tags: ["x"], expect: { contains: "a" } }) },
		['cases/a.yaml:1:1: duplicate id "a": cases/a.json:1:1 has it too; rename one'],
	],
	[
		"ids that differ only by case",
		{ "cases/b/x.yaml": SOUND, "cases/B/x.yaml": SOUND },
		['cases/b/x.yaml:1:1: the id "b/x" is "B/x" at cases/B/x.yaml:1:1 but for case; rename one'],
	],
	[
		"ids that fold together",
		{ "cases/straße.yaml": SOUND, "cases/strasse.yaml": SOUND, "cases/kır.yaml": SOUND, "cases/kir.yaml": SOUND },
		['cases/straße.yaml:1:1: the id "straße" is "strasse" at cases/strasse.yaml:1:1 but for case; rename one'],
	],
	[
		"an id that is not composed",
		{ "cases/e\u0301.yaml": SOUND },
		['cases/e\u0301.yaml:1:1: the id "e\u0301" is not in Unicode\'s composed form (NFC); rename it'],
	],
	[
		"an id with a control character",
		{ "cases/a\u0001b.yaml": SOUND },
		['cases/a\u0001b.yaml:1:1: the id "a\\u0001b" holds U+0001, which cannot be seen; rename it'],
	],
	...["\u200b", "\u202e", "\u2028", "\u2029", "\u00a0", "\u3000", "\u00ad", "\u3164", "\u{e0061}"].map(
		(unseen): Refusal => [
			`an id with a character that cannot be seen, U+${unseen.codePointAt(0)!.toString(16)}`,
			{ [`cases/a${unseen}b.yaml`]: SOUND },
			[
				`cases/a${unseen}b.yaml:1:1: the id ${JSON.stringify(`a${unseen}b`)} holds U+${unseen.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}, which cannot be seen; rename it`,
			],
		],
	),
	[
		"ids of rows and of lines with characters that cannot be seen",
		{
			"assay.yaml": "cases: [cases/*.yaml, cases/m.jsonl]\n",
			"cases/a.yaml": `${SOUND}rows: a.rows\n`,
			"cases/a.rows": '{"id": "x\\u202ey"}\n{"id": "a b"}\n',
			"cases/m.jsonl": '{"id":"\\ufeffa","prompt":"hi","tags":["x"],"expect":{"contains":"a"}}\n',
		},
		[
			'cases/a.rows:1:1: the id "a/x\u202ey" holds U+202E, which cannot be seen; rename it',
			'cases/m.jsonl:1:7: the id "m/\ufeffa" holds U+FEFF, which cannot be seen; rename it',
		],
	],
	[
		"an id with a part that is too long for a run folder",
		{ [`cases/${"a".repeat(201)}.yaml`]: SOUND },
		[`cases/${"a".repeat(201)}.yaml:1:1: the id "${"a".repeat(201)}" has a part of more than 200 bytes; rename it`],
	],
	[
		"case files that are links, to a file, a folder or nothing",
		{ "cases/a.yaml": SOUND, "cases/b.yaml": "-> a.yaml", "cases/c.yaml": "-> /etc", "cases/d.yaml": "-> gone" },
		["b", "c", "d"].map((name) => `cases/${name}.yaml:1:1: is a link, and links are not followed; put the file itself here`),
	],
	[
		"a `_defaults.yaml` that is a link",
		{ "cases/a.yaml": SOUND, "cases/_defaults.yaml": "-> ../shared.yaml", "shared.yaml": "system: x\n" },
		["cases/_defaults.yaml:1:1: is a link, and links are not followed; put the file itself here"],
	],
	[
		"a `_defaults.yaml` in a folder without cases",
		{ "cases/_defaults.yaml": "tags: [x]\n", "cases/deep/a.yaml": SOUND, "cases/deep/_defaults.yaml": "tags: [x]\n" },
		[
			"cases/_defaults.yaml:1:1: does nothing: no case is in this folder; put it beside the cases that it is for: it holds for its own folder",
		],
	],
	[
		"a file that begins with a dot, but not what editors and file systems leave",
		{ "cases/a.yaml": SOUND, "cases/.b.yaml": SOUND, "cases/._a.yaml": "", "cases/.#a.yaml": "-> me@host", "cases/.x/c.yaml": "" },
		["cases/.b.yaml:1:1: begins with a dot, and such files are no cases; rename it, or move it elsewhere"],
	],
	[
		"a suite without cases",
		{ "cases/_defaults.yaml": "tags: [x]\n", "fixtures/f/cases/a.yaml": SOUND },
		[
			'assay.yaml:1:1: no case file matches "cases/**/*.{yaml,yml,json}"; write one, or mend `cases`',
			"cases/_defaults.yaml:1:1: does nothing: no case is in this folder; put it beside the cases that it is for: it holds for its own folder",
		],
	],
	[
		"lines of JSONL",
		{
			"assay.yaml": "cases: cases/*.jsonl\n",
			"cases/m.jsonl": [
				'{"id":"a","prompt":"hi","tags":["x"],"expect":{"contains":"a"}}',
				"",
				'{"prompt":"hi","tags":["x"],"expect":{"contains":"a"}}',
				'{"id":"a","prompt":"hi","tags":["x"],"expekt":{"contains":"a"}}',
				'{"id":"b","prompt":"hi","prompt":"x"}',
			].join("\n"),
		},
		[
			'cases/m.jsonl:3:1: a case in JSONL needs an id that is a text; add "id": "name"',
			'cases/m.jsonl:4:7: duplicate id "m/a": cases/m.jsonl:1:7 has it too; rename one',
			'cases/m.jsonl:4:38: unknown key "expekt"; did you mean "expect"?',
			'cases/m.jsonl:5:25: duplicate key "prompt"; keep one of them',
		],
	],
];

test.each(REFUSALS)("%s: refused, with its place", async (_, files, lines) => {
	expect(await refusalOf(files)).toEqual(lines);
});

test("what is wrong with a fixture is said where it is named, once for a file that many cases share", async () => {
	const inspectFixture: typeof PORTS.inspectFixture = async () => ({
		digest: "",
		problems: ["the link out leads outside", "pipe is a special file"],
	});
	const files = { "cases/_defaults.yaml": "fixture: f\n", "cases/a.yaml": SOUND, "cases/b.yaml": SOUND, "fixtures/f/x": "" };
	expect(await refusalOf(files, {}, { ...PORTS, inspectFixture })).toEqual([
		'cases/_defaults.yaml:1:10: fixture "f": pipe is a special file; mend the fixture',
		'cases/_defaults.yaml:1:10: fixture "f": the link out leads outside; mend the fixture',
	]);
});

test.each(["fixtures/f", "fixtures"])("a fixture behind a link out of the suite, at %s, is refused where it is named", async (link) => {
	await using elsewhere = await tempFolder({ "f/x": "" });
	const target = link === "fixtures" ? elsewhere.path : `${elsewhere.path}/f`;
	expect(await refusalOf({ "cases/a.yaml": `${SOUND}fixture: f\n`, [link]: `-> ${target}` })).toEqual([
		'cases/a.yaml:4:10: fixture "f" is a link out of the suite; copy the folder into the suite',
	]);
});

test("a fixture behind a link that stays in the suite is fine", async () => {
	const files = { "cases/a.yaml": `${SOUND}fixture: f\n`, "fixtures/f": "-> ../shared", "shared/x": "" };
	expect(await refusalOf(files)).toEqual([]);
});

test("fixtures that the config keeps out of the suite are fine", async () => {
	await using elsewhere = await tempFolder({ "f/x": "" });
	const files = { "assay.yaml": `name: x\nfixtures: ${elsewhere.path}\n`, "cases/a.yaml": `${SOUND}fixture: f\n` };
	expect(await refusalOf(files)).toEqual([]);
});

test("a pipe among cases is said", async () => {
	await using dir = await tempFolder({ "assay.yaml": "name: x\n", "cases/a.yaml": SOUND });
	execFileSync("mkfifo", [join(dir.path, "cases/p.yaml")]);
	const load = (): Promise<unknown> => loadSuite(null, { cwd: dir.path, paths: [], tags: [], notTags: [], caseGlobs: [] }, PORTS);
	expect(await linesOf(load)).toEqual(["cases/p.yaml:1:1: is no file, but a pipe, a socket or a device; put a file here, or take it out"]);
});

test("tools keep files that begin with a dot at the root of a suite", async () => {
	const files = { "assay.yaml": "cases: ['*.yaml', '.own/*.yaml']\n", "a.yaml": SOUND, ".ci.yaml": "", ".own/b.yaml": SOUND };
	expect((await loadFiles(files)).cases.map(({ id }) => id)).toEqual(["a", "b"]);
});

test("a folder of cases behind a link is not looked into", async () => {
	const files = { "cases/a.yaml": SOUND, "cases/out": "-> ../elsewhere", "elsewhere/b.yaml": "nonsense" };
	expect(await refusalOf(files)).toEqual([]);
});
