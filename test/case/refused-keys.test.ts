import { expect, test } from "vitest";
import { refusalOf, SOUND } from "./suite-dir.ts";

type Refusal = readonly [what: string, document: string, lines: readonly string[]];

/** Keys and values that no case has. */
const REFUSALS: readonly Refusal[] = [
	[
		"a misspelt key, once, though it leaves nothing expected",
		"prompt: hi\ntags: [x]\nexpekt: {contains: [a]}\n",
		['3:1: unknown key "expekt"; did you mean "expect"?'],
	],
	[
		"a key with no known one near",
		`${SOUND}colour: red\n`,
		[
			'4:1: unknown key "colour"; there are compact_at_tokens, empty_retries, expect, final_answer, fixture, limits, loop_guard, oracle, permissions, phase, prompt, prompt_file, repeats, retry, rows, setup, steer, stream, stuck, system, tags, tool_output, tools, withhold',
		],
	],
	[
		"keys of later versions",
		`${SOUND}mail: []\ncluster: c\n`,
		['4:1: "mail" is not supported yet; take it out', '5:1: "cluster" is not supported yet; take it out'],
	],
	[
		"keys of later versions in expect",
		"prompt: hi\ntags: [x]\nexpect:\n  contains: [a]\n  judge: x\n  turn 1: {contains: [x]}\n  words: [a]\n",
		[
			'5:3: "judge" is not supported yet; take it out',
			'6:3: "turn 1" is not supported yet; take it out',
			'7:3: "words" is not supported yet; take it out',
		],
	],
	[
		"how a run is played",
		`${SOUND}limits: {elapsed: 0s, transcript_chars: 0, hard_rounds: 0, denials: {in_a_row: 0, sum: 1}, rounds: 3}\nretry: {max: -1, base_ms: 1.5, retries: 2}\nstuck: {window: 0, error_rate: 2}\nloop_guard: on\nempty_retries: -1\nfinal_answer: 1\nstream: yes\ntool_output: {lines: 0, byte: 1}\nsteer: [{round: 0, text: a}, {round: 1, text: ' '}, {text: a}]\n`,
		[
			'4:19: limits.elapsed is no duration: "0s"; write it like 5m, 90s, 1h30m or 500ms, up to 24 days',
			"4:41: limits.transcript_chars must be at least 1, not 0; write a larger number",
			"4:57: limits.hard_rounds must be at least 1, not 0; write a larger number",
			"4:80: limits.denials.in_a_row must be at least 1, not 0; write a larger number",
			'4:83: unknown key "sum"; there are in_a_row, total',
			"5:14: retry.max must be at least 0, not -1; write a larger number",
			"5:27: retry.base_ms must be a whole number, not 1.5; write a whole number",
			'5:32: unknown key "retries"; did you mean "max"?',
			"6:17: stuck.window must be at least 1, not 0; write a larger number",
			"6:32: stuck.error_rate is no share; write a number above 0 and at most 1",
			'7:13: loop_guard must be true or false, not "on"; write true or false',
			"8:16: empty_retries must be at least 0, not -1; write a larger number",
			"9:15: final_answer must be true or false, not 1; write true or false",
			'10:9: stream must be true or false, not "yes"; write true or false',
			"11:22: tool_output.lines must be at least 1, not 0; write a larger number",
			'11:25: unknown key "byte"; did you mean "bytes"?',
			"12:17: steer[0].round must be at least 1, not 0; write a larger number",
			"12:47: steer[1].text is blank; write a text",
			"12:53: steer[2].round is missing; add it",
		],
	],
	[
		"who may call what",
		`${SOUND}permissions:\n  mode: yolo\n  allow: [shell(]\n  deny: shell\n  ask: {shell: maybe, "shell()": allow}\n  asks: {}\n`,
		[
			'5:9: permissions.mode cannot be "yolo"; there are accept_edits, bypass, default, dont_ask, plan, strict',
			'6:11: permissions.allow[0] is no rule: "shell("; write the name of a tool, or one with a pattern like shell(git *)',
			'7:9: permissions.deny must be a list, not "shell"; write a list',
			'8:16: permissions.ask.shell cannot be "maybe"; there are allow, deny',
			'8:34: permissions.ask.shell() is not allowed: "shell()"; change it',
			'9:3: unknown key "asks"; did you mean "ask"?',
		],
	],
	["an id, which is the path", `${SOUND}id: x\n`, ['4:1: unknown key "id"; take it out: the id of a case is its path']],
	[
		"mecha's max_turns",
		"prompt: hi\ntags: [x]\nlimits: {max_turns: 3}\nexpect:\n  contains: [a]\n  max_turns: 3\n",
		['3:10: unknown key "max_turns"; did you mean "rounds"?', '6:3: unknown key "max_turns"; did you mean "max_rounds"?'],
	],
	[
		"unknown keys in the maps below",
		"prompt: hi\ntags: [x]\nlimits: {token: 5}\nexpect:\n  contains: [a]\n  args: [{tool: shell, keys: x, key: a}]\n  files: [{path: a, exist: true}]\n  verify: {run: x, timeouts: 3m}\n",
		[
			'3:10: unknown key "token"; did you mean "tokens"?',
			'6:24: unknown key "keys"; did you mean "key"?',
			'7:21: unknown key "exist"; did you mean "exists"?',
			'8:20: unknown key "timeouts"; did you mean "timeout"?',
		],
	],
	[
		"wrong types",
		"prompt: 5\ntags: x\nfixture: [a]\nsystem: {a: 1}\ntools: shell\nphase: pln\nwithhold: 3\nlimits: 5\ncompact_at_tokens: lots\nsetup: 1\nrepeats: two\noracle: x\nrows: 1\nexpect: [a]\n",
		[
			"1:9: prompt must be a text or a list, not 5; put it in quotes",
			'2:7: tags must be a list, not "x"; write a list',
			"3:10: fixture must be a text, not a list; write a text",
			"4:9: system must be a text, not a map; write a text",
			'5:8: tools must be a list, not "shell"; write a list',
			'6:8: phase cannot be "pln"; did you mean "plan"?',
			"7:11: withhold must be a list, not 3; write a list",
			"8:9: limits must be a map, not 5; write a map",
			'9:20: compact_at_tokens must be a number, not "lots"; write a number',
			"10:8: setup must be a text, not 1; put it in quotes",
			'11:10: repeats must be a number, not "two"; write a number',
			'12:9: oracle must be a list, not "x"; write a list',
			"13:7: rows must be a text, not 1; put it in quotes",
			"14:9: expect must be a map, not a list; write a map",
		],
	],
	[
		"bounds that are none",
		`${SOUND}limits: {rounds: null, tokens: 0, output_tokens: -1, usd: 0, tool_calls: 1.5, requests: '5', wall: 5, deadline: tomorrow}\n`,
		[
			"4:18: limits.rounds must be a number, not null; write a number",
			"4:32: limits.tokens must be at least 1, not 0; write a larger number",
			"4:50: limits.output_tokens must be at least 1, not -1; write a larger number",
			"4:59: limits.usd must be more than 0, not 0; write a larger number",
			"4:74: limits.tool_calls must be a whole number, not 1.5; write a whole number",
			'4:89: limits.requests must be a number, not "5"; write a number',
			"4:100: limits.wall is no duration: 5; write it like 5m, 90s, 1h30m or 500ms, up to 24 days",
			'4:113: limits.deadline is no instant: "tomorrow"; write it with a zone, like 2027-01-31T18:00:00Z',
		],
	],
	[
		"bounds beyond what can be kept",
		`${SOUND}limits: {rounds: 0, tokens: 9007199254740993, usd: 0.1234567891, wall: 25h1d}\n`,
		[
			"4:18: limits.rounds must be at least 1, not 0; write a larger number",
			"4:29: limits.tokens must be at most 9007199254740991, not 9007199254740992; write a smaller number",
			"4:52: limits.usd has too many digits; write at most 9 behind the point and 15 in all",
			'4:72: limits.wall is no duration: "25h1d"; write it like 5m, 90s, 1h30m or 500ms, up to 24 days',
		],
	],
	[
		"times that are none",
		`${SOUND}limits: {wall: 0s, deadline: 2027-02-30T18:00:00Z}\n`,
		[
			'4:16: limits.wall is no duration: "0s"; write it like 5m, 90s, 1h30m or 500ms, up to 24 days',
			'4:30: limits.deadline is no instant: "2027-02-30T18:00:00Z"; write it with a zone, like 2027-01-31T18:00:00Z',
		],
	],
	[
		"an instant without a zone, a duration in words",
		`${SOUND}limits: {wall: 5 minutes, deadline: 2027-01-31T18:00:00}\n`,
		[
			'4:16: limits.wall is no duration: "5 minutes"; write it like 5m, 90s, 1h30m or 500ms, up to 24 days',
			'4:37: limits.deadline is no instant: "2027-01-31T18:00:00"; write it with a zone, like 2027-01-31T18:00:00Z',
		],
	],
	[
		"counts below one",
		`${SOUND}repeats: 0\ncompact_at_tokens: 0\n`,
		[
			"4:10: repeats must be at least 1, not 0; write a larger number",
			"5:20: compact_at_tokens must be at least 1, not 0; write a larger number",
		],
	],
	[
		"wrong types in expect",
		"prompt: hi\ntags: [x]\nexpect:\n  contains: [a]\n  tools_in_order: shell\n  no_tools: yes\n  args: {tool: shell}\n  max_rounds: 0\n  stop_cause: interupted\n  min_compactions: 0\n  ended_on_failed_call: 1\n  unchanged: [../x]\n  files: [{path: /etc/passwd, sha256: abc}]\n  verify: {run: '', weight: 0, timeout: soon}\n",
		[
			'5:19: expect.tools_in_order must be a list, not "shell"; write a list',
			'6:13: expect.no_tools must be true or false, not "yes"; write true or false',
			"7:9: expect.args must be a list, not a map; write a list",
			"8:15: expect.max_rounds must be at least 1, not 0; write a larger number",
			'9:15: expect.stop_cause cannot be "interupted"; there are cancelled, completed, context_overflow, cost_budget, deadline, denial_limit, elapsed, harness_error, loop, max_rounds, model_refusal, no_output, output_token_budget, pool_drained, pool_exhausted, provider_error, provider_stop, request_budget, setup_error, stop_requested, strategy_stop, stuck, token_budget, tool_budget, transcript_limit',
			"10:20: expect.min_compactions must be at least 1, not 0; write a larger number",
			"11:25: expect.ended_on_failed_call must be true or false, not 1; write true or false",
			'12:15: expect.unchanged[0] must be a glob that stays inside, not "../x"; write it relative and without ..',
			'13:18: expect.files[0].path must be a path that stays inside, not "/etc/passwd"; write it relative, with / and without ..',
			'13:39: expect.files[0].sha256 is no SHA-256: "abc"; write 64 digits of lower-case hex',
			"14:17: expect.verify.run is blank; write a text",
			"14:29: expect.verify.weight must be at least 1, not 0; write a larger number",
			'14:41: expect.verify.timeout is no duration: "soon"; write it like 5m, 90s, 1h30m or 500ms, up to 24 days',
		],
	],
	[
		"parts that are missing",
		"prompt: hi\ntags: [x]\nexpect:\n  contains: [a]\n  args: [{key: a}]\n  files: [{}]\n  verify: {files: [a]}\n",
		[
			"5:10: expect.args[0].tool is missing; add it",
			"6:11: expect.files[0].path is missing; add it",
			"7:11: expect.verify.run is missing; add it",
		],
	],
	[
		"a case with nothing in it",
		"system: x\n",
		[
			"1:1: no prompt; add `prompt: …` or `prompt_file: …`",
			"1:1: no tags; add `tags: [name]`, by which scorecards count",
			"1:1: nothing is expected, so every answer would pass; add a check to `expect`",
		],
	],
	[
		"a blank prompt and no tag",
		"prompt: ' '\ntags: []\nexpect: {}\n",
		["1:9: prompt is blank; write a text", "2:7: tags must not be empty; name at least one"],
	],
	[
		"a blank prompt and a blank tag in a list",
		"prompt: [a, '']\ntags: ['']\nexpect: {no_tools: false, contains: []}\n",
		["1:13: prompt[1] is blank; write a text", "2:8: tags[0] is blank; write a text"],
	],
];

test.each(REFUSALS)("%s: refused, with its place", async (_, document, lines) => {
	expect(await refusalOf({ "cases/a.yaml": document })).toEqual(lines.map((line) => `cases/a.yaml:${line}`));
});
