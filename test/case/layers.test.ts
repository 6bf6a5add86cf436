import { expect, test } from "vitest";
import type { Files } from "../support/temp-folder.ts";
import { loadFiles, refusalOf, SOUND } from "./suite-dir.ts";

type Refusal = readonly [what: string, files: Files, lines: readonly string[]];

const REFUSALS: readonly Refusal[] = [
	[
		"what `_defaults.yaml` says wrong is said there, once",
		{
			"cases/_defaults.yaml": "tagz: [x]\nlimits: {rounds: many}\n",
			"cases/a.yaml": SOUND,
			"cases/b.yaml": `${SOUND}repeat: 1\n`,
		},
		[
			'cases/_defaults.yaml:1:1: unknown key "tagz"; did you mean "tags"?',
			'cases/_defaults.yaml:2:18: limits.rounds must be a number, not "many"; write a number',
			'cases/b.yaml:4:1: unknown key "repeat"; did you mean "repeats"?',
		],
	],
	[
		"a `_defaults.yaml` that cannot be read hides nothing else, and nothing is missed that it may have said",
		{
			"cases/_defaults.yaml": "a: [\n",
			"cases/a.yaml": `prompt: hi\nfixtur: 1\nexpect: {contains: a, max_rounds: 50}\n`,
			"cases/more/b.yaml": `${SOUND}repeat: 1\n`,
		},
		[
			"cases/_defaults.yaml:2:1: is no valid YAML: Flow sequence in block collection must be sufficiently indented and end with a ]; mend it",
			`cases/a.yaml:2:1: unknown key "fixtur"; did you mean "fixture"?`,
			'cases/more/b.yaml:4:1: unknown key "repeat"; did you mean "repeats"?',
		],
	],
	[
		"what `defaults` of assay.yaml say wrong is said there, once",
		{
			"assay.yaml": "defaults:\n  limits: {tokens: -1}\n  tool: [x]\n  fixture: nope\n",
			"cases/a.yaml": SOUND,
			"cases/b.yaml": SOUND,
		},
		[
			"assay.yaml:2:20: limits.tokens must be at least 1, not -1; write a larger number",
			'assay.yaml:3:3: unknown key "tool"; did you mean "tools"?',
			'assay.yaml:4:12: no fixture "nope"; there are none',
		],
	],
	[
		"a contradiction between layers is said in the topmost: the expectation",
		{ "cases/_defaults.yaml": "phase: plan\n", "cases/a.yaml": SOUND.replace("}", ", verify: npm test}") },
		["cases/a.yaml:3:33: verify checks what the agent wrote, and in phase plan it writes nothing; take out verify, or set phase: execute"],
	],
	[
		"a contradiction between layers is said in the topmost: the phase",
		{ "cases/_defaults.yaml": "expect: {verify: npm test}\n", "cases/a.yaml": `${SOUND}phase: plan\n`, "cases/b.yaml": SOUND },
		["cases/a.yaml:4:8: verify checks what the agent wrote, and in phase plan it writes nothing; take out verify, or set phase: execute"],
	],
	[
		"config and cases are refused together",
		{ "assay.yaml": "concurrency: many\n", "cases/a.yaml": `${SOUND}repeat: 1\n` },
		[
			'assay.yaml:1:14: concurrency must be a number, not "many"; write a number',
			'cases/a.yaml:4:1: unknown key "repeat"; did you mean "repeats"?',
		],
	],
];

test.each(REFUSALS)("%s", async (_, files, lines) => {
	expect(await refusalOf(files)).toEqual(lines);
});

test("maps merge, lists and scalars replace, from the suite over the folder to the case", async () => {
	const { cases } = await loadFiles({
		"assay.yaml": "defaults:\n  system: suite\n  limits: {rounds: 30, tokens: 5000}\n  tools: [fs_list, fs_read, shell]\n  repeats: 3\n",
		"cases/_defaults.yaml": "system: folder\nlimits: {tokens: null, tool_calls: 9}\nexpect: {no_tools: true, contains: [a, b]}\n",
		"cases/a.yaml": "prompt: hi\ntags: [x]\nlimits: {rounds: 7}\ntools: [fs_read]\nexpect: {contains: [c]}\n",
	});
	expect(cases[0]?.source).toEqual({
		prompt: "hi",
		tags: ["x"],
		system: "folder",
		fixture: null,
		tools: ["fs_read"],
		phase: "execute",
		withhold: [],
		limits: { rounds: 7, tokens: null, tool_calls: 9, wall: "10m" },
		repeats: 3,
		expect: { no_tools: true, contains: ["c"] },
	});
});

test("`_defaults.yaml` holds for its own folder only", async () => {
	const { cases } = await loadFiles({ "cases/_defaults.yaml": "system: top\n", "cases/a.yaml": SOUND, "cases/deep/b.yaml": SOUND });
	expect(cases.map(({ id, system }) => [id, system])).toEqual([
		["a", "top"],
		["deep/b", ""],
	]);
});

test.each([
	["wall: 5m", "deadline: 2027-01-31T18:00:00Z", { kind: "at", epochMs: 1_801_418_400_000 }],
	["deadline: 2027-01-31T18:00:00Z", "wall: 5m", { kind: "wall", ms: 300_000 }],
	["deadline: 2027-01-31T18:00:00Z", "wall: null", null],
	["rounds: 5", "wall: 5m, deadline: 2027-01-31T18:00:00+01:00", { kind: "at", epochMs: 1_801_414_800_000 }],
	["deadline: 2027-01-31T18:00:00Z", "wall: 5m, deadline: null", { kind: "wall", ms: 300_000 }],
	["rounds: 5", "rounds: 6", { kind: "wall", ms: 600_000 }],
])("wall and deadline are one dimension: {%s} below {%s}", async (below, above, deadline) => {
	const files = { "cases/_defaults.yaml": `limits: {${below}}\n`, "cases/a.yaml": `${SOUND}limits: {${above}}\n` };
	const { cases } = await loadFiles(files);
	expect(cases[0]?.limits.deadline).toEqual(deadline);
});

test("a prompt takes the place of a prompt file below it, and the other way round", async () => {
	const { cases } = await loadFiles({
		"cases/p/_defaults.yaml": "prompt_file: p.md\n",
		"cases/p/a.yaml": SOUND,
		"cases/p/p.md": "from the file\n",
		"cases/q/_defaults.yaml": "prompt: from the defaults\n",
		"cases/q/a.yaml": "prompt_file: ../p/p.md\ntags: [x]\nexpect: {contains: a}\n",
	});
	expect(cases.map(({ prompts }) => prompts)).toEqual([["hi"], ["from the file"]]);
});
