import { expect, test } from "vitest";
import { PORTS, refusalOf, SOUND } from "./suite-dir.ts";

type Refusal = readonly [what: string, config: string, lines: readonly string[]];

const REFUSALS: readonly Refusal[] = [
	["a misspelt key", "casses: [a]\n", ['1:1: unknown key "casses"; did you mean "cases"?']],
	[
		"keys of later versions",
		"judge: {arm: x}\nproviders: {}\nhooks: []\ngate: {}\nexperiment: {}\nquarantine: []\nredact: []\nnormalise: []\nhistory: x\n",
		["judge", "providers", "hooks", "gate", "experiment", "quarantine", "redact", "normalise", "history"].map(
			(key, at) => `${at + 1}:1: "${key}" is not supported yet; take it out`,
		),
	],
	[
		"wrong types",
		"name: 5\ncases: 3\nfixtures: []\nreports: {}\nseed: 1.5\ndefaults: []\narms: [a]\nconcurrency: 0\nprices: 3\ndiff: [a]\n",
		[
			"1:7: name must be a text, not 5; put it in quotes",
			"2:8: cases must be a text or a list, not 3; put it in quotes",
			"3:11: fixtures must be a text, not a list; write a text",
			"4:10: reports must be a text, not a map; write a text",
			"5:7: seed must be a text or a whole number, not 1.5; put it in quotes",
			"6:11: defaults must be a map, not a list; write a map",
			"7:7: arms must be a map, not a list; write a map",
			"8:14: concurrency must be at least 1, not 0; write a larger number",
			"9:9: prices must be a map, not 3; write a map",
			"10:7: diff must be a map, not a list; write a map",
		],
	],
	[
		"globs that leave the suite",
		"cases: [/etc/*.yaml, ../x/*.yaml, '']\n",
		[
			'1:9: cases[0] must be a glob that stays below the folder of assay.yaml, not "/etc/*.yaml"; write it relative and without ..',
			'1:22: cases[1] must be a glob that stays below the folder of assay.yaml, not "../x/*.yaml"; write it relative and without ..',
			'1:35: cases[2] must be a glob that stays below the folder of assay.yaml, not ""; write it relative and without ..',
		],
	],
	[
		"globs of what a diff leaves out",
		"diff: {ignore: ['!src', ., /tmp, '*a*a*a*b', '*(a)', '']}\n",
		[
			'1:17: diff.ignore[0] names what is kept, not what is left out: "!src"; name what the diff is to leave out',
			'1:25: diff.ignore[1] matches no path: "."; write paths relative to the workspace, or ** for all of it',
			'1:28: diff.ignore[2] must be a glob that stays inside, not "/tmp"; write it relative and without ..',
			'1:34: diff.ignore[3] would take for ever on a long name: "*a*a*a*b"; keep to 3 * in a name and 3 ** in all, fewer where both meet',
			'1:46: diff.ignore[4] has a group such as (a|b) or +(a): "*(a)"; write {a,b}, and \\( for a parenthesis',
			'1:54: diff.ignore[5] must be a glob that stays inside, not ""; write it relative and without ..',
		],
	],
	[
		"a glob that finds nothing",
		"cases:\n  - cases/*.yaml\n  - more/*.yaml\n",
		['3:5: no case file matches "more/*.yaml"; write one, or mend `cases`'],
	],
	[
		"providers that are unknown, later or missing",
		"arms:\n  a: {provider: openai}\n  b: {provider: command, command: [sh]}\n  c: {provider: antropic}\n  d: {model: x}\n",
		[
			'2:17: arms.a.provider "openai" is not supported yet; take one of anthropic, oracle, nop, script',
			'3:17: arms.b.provider "command" is not supported yet; take one of anthropic, oracle, nop, script',
			'3:26: "command" is not supported yet; take it out',
			'4:17: arms.c.provider cannot be "antropic"; did you mean "anthropic"?',
			"5:6: arms.d.provider is missing; add it",
		],
	],
	[
		"keys that a provider needs, or does nothing with",
		"arms:\n  a: {provider: anthropic}\n  b: {provider: script}\n  c: {provider: script, file: nope.jsonl}\n  d: {provider: oracle, model: x, file: y}\n  e: {provider: anthropic, model: m, retry: 3}\n",
		[
			'2:6: provider anthropic needs "model"; add `model: …`',
			'3:6: provider script needs "file"; add `file: …`',
			'4:31: there is no script "nope.jsonl"; write its path relative to assay.yaml',
			'5:25: "model" does nothing for provider oracle; take it out',
			'5:35: "file" does nothing for provider oracle; take it out',
			"6:45: arms.e.retry must be a map, not 3; write a map",
		],
	],
	[
		"names of arms",
		"arms:\n  a b: {provider: nop}\n  ..: {provider: nop}\n  x: {provider: nop}\n  X: {provider: nop}\n  oracle: {provider: nop}\n  Nop: {provider: nop}\n",
		[
			'2:3: the name of an arm may not be "a b"; use letters, digits, ., _ and -',
			'3:3: the name of an arm may not be ".."; use letters, digits, ., _ and -',
			'5:3: the arms "x" and "X" differ only by case; rename one',
			'6:22: the arm "oracle" is built in, with provider oracle; give yours another name',
			'7:3: the arms "nop" and "Nop" differ only by case; rename one',
		],
	],
	[
		"names of arms and of tools, where a provider or a number is wrong too",
		'arms:\n  x: {provider: opnai, overrides: {tools: [shel]}}\n  X: {provider: nop}\nconcurrency: .inf\nname: "a\\0"\nseed: 1.5\n',
		[
			'2:17: arms.x.provider cannot be "opnai"; there are anthropic, nop, oracle, script',
			'2:44: no tool "shel"; did you mean "shell"?',
			'3:3: the arms "x" and "X" differ only by case; rename one',
			"4:14: Infinity is no number of JSON; write a finite number",
			"5:7: holds a NUL character; take it out",
			"6:7: seed must be a text or a whole number, not 1.5; put it in quotes",
		],
	],
	[
		"transport and parameters",
		"arms:\n  a: {provider: anthropic, model: m, base_url: localhost, api_key_env: my key, default: 1}\n  b: {provider: anthropic, model: m, params: {temperature: 3, max_tokens: 0, thinking: 5, cache: 1h30, top_p: 1}}\n",
		[
			'2:48: arms.a.base_url is no http address: "localhost"; write it with https://',
			'2:72: arms.a.api_key_env is no name of a variable: "my key"; write letters, digits and _',
			"2:89: arms.a.default must be true or false, not 1; write true or false",
			"3:60: arms.b.params.temperature must be at most 2, not 3; write a smaller number",
			"3:75: arms.b.params.max_tokens must be at least 1, not 0; write a larger number",
			"3:88: arms.b.params.thinking must be at least 1024, not 5; write a larger number",
			'3:98: arms.b.params.cache cannot be "1h30"; there are 1h, 5m',
			'3:104: unknown key "top_p"; there are cache, max_tokens, temperature, thinking',
		],
	],
	[
		"pools",
		"pool: {tokens: 0, usd: -1, admission: soft, waste: -1, usdd: 3}\n",
		[
			"1:16: pool.tokens must be at least 1, not 0; write a larger number",
			"1:24: pool.usd must be more than 0, not -1; write a larger number",
			'1:39: pool.admission "soft" is not supported yet; take it out',
			"1:52: pool.waste must be at least 0, not -1; write a larger number",
			'1:56: unknown key "usdd"; did you mean "usd"?',
		],
	],
	[
		"overrides",
		"arms:\n  a: {provider: oracle, overrides: {limits: {rounds: 0}, prompt: x, permissions: {}, phase: x}}\n  b: {provider: oracle, overrides: {tools: [shel], withhold: [fs_reed]}}\n",
		[
			"2:54: arms.a.overrides.limits.rounds must be at least 1, not 0; write a larger number",
			'2:58: unknown key "prompt"; there are compact_at_tokens, empty_retries, final_answer, limits, loop_guard, permissions, phase, retry, stream, stuck, system, tool_output, tools, withhold',
			'2:93: arms.a.overrides.phase cannot be "x"; there are execute, plan',
			'3:45: no tool "shel"; did you mean "shell"?',
			'3:63: no tool "fs_reed"; did you mean "fs_read"?',
		],
	],
	[
		"prices",
		"prices:\n  m: {input: 3, output: 15.0001}\n  n: {input: -1}\n  o: {input: 1, output: 1, cached: 2}\n",
		[
			"2:25: prices.m.output is finer than a nano-dollar a token; write at most 3 digits behind the point",
			"3:6: prices.n.output is missing; add it",
			"3:14: prices.n.input must be at least 0, not -1; write a larger number",
			'4:28: unknown key "cached"; there are cache_read, cache_write, input, output',
		],
	],
	[
		"a config that cannot be read, without a word about cases",
		"a: [\n",
		["2:1: is no valid YAML: Flow sequence in block collection must be sufficiently indented and end with a ]; mend it"],
	],
	["a config that is empty", "# nothing\n", ["1:1: is empty; write a map of keys and values"]],
];

test("scripts are looked into with all else, and no line of them is for nobody", async () => {
	const inspectScript: typeof PORTS.inspectScript = async ({ shown }) => ({
		cases: ["a", "*", "c", "rows/2", "rws/1", "bad/x", "A"].map((id, at) => ({ id, place: { file: shown, line: at + 1, column: 10 } })),
		problems: [{ file: shown, line: 9, column: 2, what: "is no JSON object", remedy: "write one" }],
	});
	const files = {
		"assay.yaml": "arms: {played: {provider: script, file: cases/p.script}}\n",
		"cases/a.yaml": SOUND,
		"cases/rows.yaml": `${SOUND}rows: rows.jsonl\n`,
		"cases/rows.jsonl": '{"id": 1}\n{"id": 2}\n',
		"cases/bad.yaml": "prompt: [\n",
		"cases/p.script": "",
	};
	const ports = { ...PORTS, inspectScript };
	const lines = await refusalOf(files, {}, ports);
	expect(lines.filter((line) => !line.startsWith("cases/bad.yaml"))).toEqual([
		'cases/p.script:3:10: no case "c"; did you mean "a"?',
		'cases/p.script:5:10: no case "rws/1"; did you mean "rows/1"?',
		'cases/p.script:7:10: no case "A"; did you mean "a"?',
		"cases/p.script:9:2: is no JSON object; write one",
	]);
	expect(lines).toHaveLength(5);
	expect(await refusalOf({ ...files, "cases/bad.yaml": SOUND }, { paths: ["cases/a.yaml"] }, ports)).toHaveLength(1);
});

test.each(REFUSALS)("%s: refused, with its place", async (_, config, lines) => {
	const files = { "assay.yaml": config, "cases/a.yaml": SOUND };
	expect(await refusalOf(files)).toEqual(lines.map((line) => `assay.yaml:${line}`));
});
