import { Buffer } from "node:buffer";
import { expect, test } from "vitest";
import { refusalOf, SOUND } from "./suite-dir.ts";

type Refusal = readonly [what: string, document: string, lines: readonly string[]];

/** What is no document, whatever it says. Lines are those of the one error. */
const REFUSALS: readonly Refusal[] = [
	[
		"duplicate keys",
		"prompt: hi\ntags: [x]\nprompt: ho\nexpect:\n  contains: [a]\n  'contains': [b]\n",
		['3:1: duplicate key "prompt"; keep one of them', '6:3: duplicate key "contains"; keep one of them'],
	],
	[
		"broken syntax, once",
		"prompt: fix: this\ntags: [x]\n",
		["1:9: is no valid YAML: Nested mappings are not allowed in compact mappings; mend it"],
	],
	["a tab as indentation", "prompt: hi\n\ttags: x\n", ["2:1: is no valid YAML: Tabs are not allowed as indentation; mend it"]],
	[
		"tags that are no core ones",
		"prompt: !secret hi\ntags: !!set {x}\n",
		["1:9: unknown tag !secret; take it out", "2:7: unknown tag tag:yaml.org,2002:set; take it out"],
	],
	["several documents", "prompt: hi\n---\nprompt: ho\n", ["2:1: is a second document; keep one document a file"]],
	["an empty file", "", ["1:1: is empty; write a map of keys and values"]],
	["a file of comments", "# nothing\n\n", ["1:1: is empty; write a map of keys and values"]],
	["a list as root", "# c\n- a\n", ["2:1: is no map; write keys and values, such as `prompt: …`"]],
	["a text as root", "hello\n", ["1:1: is no map; write keys and values, such as `prompt: …`"]],
	["null as root", "~\n", ["1:1: is no map; write keys and values, such as `prompt: …`"]],
	[
		"aliases that multiply",
		"a: &a [x,x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: &d [*c,*c,*c,*c,*c,*c,*c,*c,*c,*c]\ne: &e [*d,*d,*d,*d,*d,*d,*d,*d,*d,*d]\nf: [*e,*e,*e,*e]\n",
		["6:14: multiplies by aliases of aliases; write the values out"],
	],
	["an alias without an anchor", "prompt: *p\ntags: [x]\n", ['1:9: no anchor "p" before this alias; name one with &']],
	["an alias that holds itself", "prompt: hi\ntags: &t [*t]\n", ['2:11: the alias "t" holds itself; take it out']],
	[
		"a merge of what is no map",
		"prompt: hi\nlimits:\n  <<: 5\n",
		["1:1: is no valid YAML: Merge sources must be maps or map aliases; mend it"],
	],
	["a key that is no text", "? [a, b]\n: c\n", ["1:3: a key is no text; write a plain key"]],
	[
		"the key __proto__, at any depth",
		`${SOUND}oracle:\n  - shell: {__proto__: {a: 1}}\n  - say: x\n__proto__: {a: 1}\n`,
		['5:13: the key "__proto__" is refused; take it out', '7:1: the key "__proto__" is refused; take it out'],
	],
	[
		"numbers that JSON has not",
		"prompt: hi\ntags: [x]\nexpect:\n  contains: [a]\n  args: [{tool: shell, key: a, equals: .nan}, {tool: shell, key: a, equals: -.inf}]\n",
		["5:40: NaN is no number of JSON; write a finite number", "5:77: -Infinity is no number of JSON; write a finite number"],
	],
	[
		"half of a surrogate pair",
		'prompt: "a \\ud800 b"\ntags: [x]\nexpect: {contains: [a]}\n',
		["1:9: holds half of a surrogate pair; write whole characters"],
	],
	[
		"what no file may hold, and all else that is wrong",
		"prompt: hi\ntags: [x]\nphase: pln\nlimits: {rounds: .inf, tokens: 0}\nexpect:\n  contains: [a]\n  max_rounds: .nan\n  verify: {run: x, __proto__: 1, timeout: soon}\n",
		[
			'3:8: phase cannot be "pln"; did you mean "plan"?',
			"4:18: Infinity is no number of JSON; write a finite number",
			"4:32: limits.tokens must be at least 1, not 0; write a larger number",
			"7:15: NaN is no number of JSON; write a finite number",
			'8:20: the key "__proto__" is refused; take it out',
			'8:43: expect.verify.timeout is no duration: "soon"; write it like 5m, 90s, 1h30m or 500ms, up to 24 days',
		],
	],
	[
		"NUL in a text, wherever it stands but in what a model would say",
		'prompt: ["a\\0"]\nsystem: "\\0"\ntags: ["\\x00x"]\nsetup: "true\\0b"\nfixture: "\\0"\nexpect:\n  contains: ["\\0"]\n  matches: "\\0"\n  files: [{path: "a\\0"}]\n  verify: "true\\0b"\n  "con\\0": 1\n',
		["1:10", "2:9", "3:8", "4:8", "5:10", "7:14", "8:12", "9:18", "10:11", "11:3"].map(
			(place) => `${place}: holds a NUL character; take it out`,
		),
	],
	["a NUL byte", "prompt: hi\ntags: [\0x]\n", ["2:8: holds a NUL byte; save it as UTF-8 text"]],
];

test.each(REFUSALS)("%s: refused, with its place", async (_, document, lines) => {
	expect(await refusalOf({ "cases/a.yaml": document })).toEqual(lines.map((line) => `cases/a.yaml:${line}`));
});

test("aliases that are many and stand for much are refused, not written out", async () => {
	const document = `prompt: &s "${"x".repeat(100_000)}"\noracle:\n${"  - fs_read: {path: *s}\n".repeat(20_000)}`;
	expect(await refusalOf({ "cases/a.yaml": document })).toEqual([
		"cases/a.yaml:12:21: makes the aliases stand for more than 1000000 characters; write the values out",
	]);
});

test.each([150, 20_000])(
	"%i aliases of a short text, and merges of a map, are fine",
	async (count) => {
		const oracle = `oracle:\n  - fs_read: &m {path: &s "xxxxxxxxxx"}\n${"  - fs_read: {<<: *m, path: *s}\n".repeat(count)}`;
		expect(await refusalOf({ "cases/a.yaml": `${SOUND}${oracle}  - say: a\n` })).toEqual([]);
	},
	20_000,
);

test.each([100, 20_000])("nesting %i deep is refused and does not end the process", async (depth) => {
	const document = `prompt: ${"[".repeat(depth)}${"]".repeat(depth)}\n`;
	expect(await refusalOf({ "cases/a.yaml": document })).toEqual(["cases/a.yaml:1:108: is nested deeper than 100 levels; write it flatter"]);
});

test("bytes that are no UTF-8 are placed by character", async () => {
	const document = Buffer.concat([Buffer.from("prompt: hi\ntags: [ä"), Buffer.from([0xff]), Buffer.from("]\n")]);
	expect(await refusalOf({ "cases/a.yaml": document })).toEqual(["cases/a.yaml:2:9: is not valid UTF-8; save it as UTF-8 text"]);
});

test("UTF-16 is no UTF-8", async () => {
	const document = Buffer.from("\ufeffprompt: hi\n", "utf16le");
	expect(await refusalOf({ "cases/a.yaml": document })).toEqual(["cases/a.yaml:1:4: holds a NUL byte; save it as UTF-8 text"]);
});

test("JSON has places too", async () => {
	const document = '{\n\t"prompt": "hi",\n\t"tags": ["x"],\n\t"expect": {"contains": [""]}\n}\n';
	expect(await refusalOf({ "cases/a.json": document })).toEqual([
		'cases/a.json:4:26: expect.contains[0] is found in every answer: ""; write letters or digits',
	]);
});
