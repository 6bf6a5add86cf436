import { expect, test } from "vitest";
import type { Files } from "../../support/temp-folder.ts";
import { loadFiles, refusalOf, SOUND } from "../suite-dir.ts";

const GRADED = "tags: [x]\nexpect: {contains: a}\n";

test("a row is a case; its id is its field id, else its line", async () => {
	const { cases } = await loadFiles({
		"cases/sums.yaml": "prompt: What is {{a}} + {{b}}?\ntags: [x, '{{kind}}']\nrows: sums.jsonl\nexpect: {contains: '{{sum}}'}\n",
		"cases/sums.jsonl":
			'{"id": "small", "a": 1, "b": 2, "sum": "3", "kind": "easy"}\r\n\r\n{"a": [1, 2], "b": null, "sum": "none", "kind": "odd"}\n',
	});
	expect(cases.map(({ id, file, prompts, tags }) => ({ id, file, prompts, tags }))).toEqual([
		{ id: "sums/3", file: "cases/sums.yaml", prompts: ["What is [1,2] + null?"], tags: ["x", "odd"] },
		{ id: "sums/small", file: "cases/sums.yaml", prompts: ["What is 1 + 2?"], tags: ["x", "easy"] },
	]);
});

test("a text that is one field takes the type of its value", async () => {
	const { cases } = await loadFiles({
		"cases/a.yaml": `prompt: "{{ turns }}"\nrepeats: "{{n}}"\nlimits: {rounds: "{{n}}", tokens: "{{none}}"}\nrows: a.jsonl\n${GRADED}`,
		"cases/a.jsonl": '{"turns": ["one", "two {{n}}"], "n": 7, "none": null}',
	});
	const { prompts, repeats, limits } = cases[0]!;
	expect([prompts, repeats, limits.rounds, limits.tokens]).toEqual([["one", "two {{n}}"], 7, 7, null]);
});

test("a field may have any name but one with braces, and values are not filled in again", async () => {
	const { cases } = await loadFiles({
		"cases/a.yaml": `prompt: "{{ user name }}, {{x.y}}, {{}}, {{{x.y}}}"\nrows: a.jsonl\n${GRADED}`,
		"cases/a.jsonl": '{"user name": "{{x.y}} $&", "x.y": true}',
	});
	expect(cases[0]!.prompts).toEqual(["{{x.y}} $&, true, {{}}, {true}"]);
});

test("a prompt file is filled in too", async () => {
	const { cases } = await loadFiles({
		"cases/a.yaml": `prompt_file: "{{file}}.md"\nrows: a.jsonl\n${GRADED}`,
		"cases/a.jsonl": '{"file": "p", "who": "Ada"}\n{"file": "q", "who": "Bob"}',
		"cases/p.md": "Greet {{who}}.\n",
		"cases/q.md": "{{who}}\n",
	});
	expect(cases.map(({ prompts }) => prompts)).toEqual([["Greet Ada."], ["Bob"]]);
});

test("rows and the prompt file are no part of a case's source, and {{field}} means nothing without rows", async () => {
	const { cases } = await loadFiles({
		"cases/a.yaml": `prompt_file: p.md\nrows: a.jsonl\n${GRADED}`,
		"cases/a.jsonl": '{"x": 1}',
		"cases/p.md": "hi",
		"cases/b.yaml": `prompt: "{{x}}"\n${GRADED}`,
	});
	expect(Object.keys(cases[0]!.source).sort()).toEqual([
		"expect",
		"fixture",
		"limits",
		"phase",
		"prompt",
		"repeats",
		"system",
		"tags",
		"tools",
		"withhold",
	]);
	expect(cases[1]!.prompts).toEqual(["{{x}}"]);
});

test("what does not vary is one value for all rows", async () => {
	const { cases } = await loadFiles({
		"cases/a.yaml": `${SOUND}system: "{{s}}"\nrows: a.jsonl\noracle:\n  - say: yes\n`,
		"cases/a.jsonl": '{"s": "1"}\n{"s": "2"}\n',
	});
	expect(cases[0]!.source.oracle).toEqual(cases[1]!.source.oracle);
	expect(cases[0]!.digest).not.toBe(cases[1]!.digest);
});

const REFUSALS: readonly (readonly [what: string, files: Files, lines: readonly string[]])[] = [
	[
		"what a row brings is wrong in the row, what the template says is wrong in the template",
		{
			"cases/a.yaml": "prompt: '{{q}} {{name}}'\ntags: [x]\nphase: pln\nrows: a.jsonl\nrepeats: '{{n}}'\nexpect: {contains: '{{a}}'}\n",
			"cases/a.jsonl": [
				'{"id": "1", "q": "x", "a": "**", "n": 1, "name": 1}',
				'{"q": "x", "a": "b", "nme": 2, "n": 1}',
				'{"id": "a/../b", "q": " ", "a": "b", "name": "", "n": "x"}',
				'{"id": "1", "q": "x", "a": "b", "name": "", "n": 1}',
				'{"id": 1, "q": "x", "a": "b", "name": "", "n": 1}',
			].join("\n"),
		},
		[
			'cases/a.jsonl:1:1: expect.contains is found in every answer: "**"; write letters or digits',
			'cases/a.jsonl:2:1: the row has no field "name", which cases/a.yaml:1:9 asks for; did you mean "nme"?',
			"cases/a.jsonl:3:1: prompt is blank; write a text",
			'cases/a.jsonl:3:1: repeats must be a number, not "x"; write a number',
			'cases/a.jsonl:3:1: the id "a/a/../b" has an empty part, or one that is . or ..; rename it',
			'cases/a.jsonl:4:1: duplicate id "a/1": cases/a.jsonl:1:1 has it too; rename one',
			'cases/a.jsonl:5:1: duplicate id "a/1": cases/a.jsonl:1:1 has it too; rename one',
			'cases/a.yaml:3:8: phase cannot be "pln"; did you mean "plan"?',
		],
	],
	[
		"lines that are no rows",
		{
			"cases/a.yaml": `${SOUND}rows: a.jsonl\n`,
			"cases/a.jsonl": '{"a":1}\n{"a":\n[1]\n{"a": {"__proto__": {}}}\n{"id":true}\n{"a":"\\ud800","b":"\\u0000"}\n{"id":"x/"}\n',
		},
		[
			'cases/a.jsonl:2:1: is no JSON object; write {"field": value, …} on one line',
			'cases/a.jsonl:3:1: is no JSON object; write {"field": value, …} on one line',
			'cases/a.jsonl:4:1: a.__proto__: the key "__proto__" is refused; take it out',
			"cases/a.jsonl:5:1: id must be a text or a whole number; give each row an id of its own, or none",
			"cases/a.jsonl:6:1: a: holds half of a surrogate pair; write whole characters",
			"cases/a.jsonl:6:1: b: holds a NUL character; take it out",
			'cases/a.jsonl:7:1: the id "a/x/" has an empty part, or one that is . or ..; rename it',
		],
	],
	[
		"keys that a row says twice, each at its place, and depth",
		{
			"cases/a.yaml": `${SOUND}rows: a.jsonl\n`,
			"cases/a.jsonl": `{"a":1, "a":2, "b":[{"c":1,"\\u0063":2}]}\n{"a":${"[".repeat(20_000)}${"]".repeat(20_000)}}\n`,
		},
		[
			'cases/a.jsonl:1:9: duplicate key "a"; keep one of them',
			'cases/a.jsonl:1:28: duplicate key "c"; keep one of them',
			"cases/a.jsonl:2:105: is nested deeper than 100 levels; write it flatter",
		],
	],
	[
		"a rows file that is not there",
		{ "cases/a.yaml": `${SOUND}rows: a.jsonl\n` },
		['cases/a.yaml:4:7: there is no "a.jsonl"; write its path relative to the case file'],
	],
	[
		"a rows file that is not there, and what else is wrong with its template",
		{
			"cases/_defaults.yaml": "rows: a.jsonl\nphaze: plan\n",
			"cases/a.yaml": "prompt: '{{q}}'\nrepeats: '{{n}}'\ntags: ['{{t}}']\nexpect: {contain: a, tools: ['{{tool}}', shel]}\n",
		},
		[
			'cases/_defaults.yaml:1:7: there is no "a.jsonl"; write its path relative to the case file',
			'cases/_defaults.yaml:2:1: unknown key "phaze"; did you mean "phase"?',
			'cases/a.yaml:4:10: unknown key "contain"; did you mean "contains"?',
			'cases/a.yaml:4:42: no tool "shel"; did you mean "shell"?',
		],
	],
	[
		"a rows file without rows",
		{ "cases/a.yaml": `${SOUND}rows: a.jsonl\n`, "cases/a.jsonl": "\n" },
		["cases/a.jsonl:1:1: holds no row; write one JSON object a line"],
	],
	[
		"a field that a prompt file asks for in vain",
		{ "cases/a.yaml": `prompt_file: p.md\nrows: a.jsonl\n${GRADED}`, "cases/a.jsonl": '{"x": 1}\n{"y": 1}\n', "cases/p.md": "Say {{x}}" },
		['cases/a.yaml:1:14: "p.md" asks for the field "x"; give it to every row'],
	],
];

test.each(REFUSALS)("%s", async (_, files, lines) => {
	expect(await refusalOf(files)).toEqual(lines);
});

test("of many rows with problems the first are said, and how many more there are", async () => {
	const rows = Array.from({ length: 1000 }, (_, at) => `{"id": "r${at}"}`).join("\n");
	const lines = await refusalOf({ "cases/a.yaml": `prompt: "{{q}}"\nrows: a.jsonl\n${GRADED}`, "cases/a.jsonl": rows });
	expect(lines).toHaveLength(21);
	expect(lines[0]).toBe('cases/a.jsonl:1:1: the row has no field "q", which cases/a.yaml:1:9 asks for; there are id');
	expect(lines[20]).toBe("cases/a.yaml:2:7: 980 more rows have problems; mend the first ones");
	expect(await refusalOf({ "cases/a.yaml": `${SOUND}rows: a.jsonl\n`, "cases/a.jsonl": "{\n".repeat(1000) })).toHaveLength(21);
});
