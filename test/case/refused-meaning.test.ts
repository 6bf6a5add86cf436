import { expect, test } from "vitest";
import { refusalOf, SOUND } from "./suite-dir.ts";

type Refusal = readonly [what: string, document: string, lines: readonly string[]];

/** Documents whose keys and values are right one by one. */
const REFUSALS: readonly Refusal[] = [
	["no expectation", "prompt: hi\ntags: [x]\n", ["1:1: nothing is expected, so every answer would pass; add a check to `expect`"]],
	[
		"an empty expectation",
		"prompt: hi\ntags: [x]\nexpect: {}\n",
		["3:9: nothing is expected, so every answer would pass; add a check to `expect`"],
	],
	[
		"expectations that expect nothing",
		"prompt: hi\ntags: [x]\nexpect: {no_tools: false, contains: []}\n",
		["3:9: nothing is expected, so every answer would pass; add a check to `expect`"],
	],
	[
		"needles that every answer holds",
		"prompt: hi\ntags: [x]\nexpect:\n  contains: [a]\n  not_contains: ['**', '']\n  contains_any: []\n  args: [{tool: shell, key: a, contains: ' _'}]\n",
		[
			'5:18: expect.not_contains[0] is found in every answer: "**"; write letters or digits',
			'5:24: expect.not_contains[1] is found in every answer: ""; write letters or digits',
			"6:17: expect.contains_any must not be empty; name at least one",
			'7:42: expect.args[0].contains is found in every answer: " _"; write letters or digits',
		],
	],
	[
		"a single needle that every answer holds",
		"prompt: hi\ntags: [x]\nexpect: {contains: '# '}\n",
		['3:20: expect.contains is found in every answer: "# "; write letters or digits'],
	],
	[
		"patterns that every answer matches, and a glob that says what may change",
		"prompt: hi\ntags: [x]\nexpect:\n  contains: [a]\n  matches: ['.*']\n  not_matches: 'x*'\n  unchanged: ['!a']\n",
		[
			'5:13: expect.matches[0] matches every answer: ".*"; write what tells a right answer from a wrong one',
			'6:16: expect.not_matches matches every answer: "x*"; write what tells a right answer from a wrong one',
			'7:15: expect.unchanged[0] names what may change, not what may not: "!a"; name the files that must stay',
		],
	],
	[
		"patterns that match every answer that is not empty, or none",
		"prompt: hi\ntags: [x]\nexpect:\n  contains: [a]\n  matches: ['[^]', '.', '\\S|$', '^[\\s\\S]+$', '(?!)', 'a[]b']\n  not_matches: ['(?!)', '[]']\n",
		[
			'5:13: expect.matches[0] matches every answer: "[^]"; write what tells a right answer from a wrong one',
			'5:20: expect.matches[1] matches every answer: "."; write what tells a right answer from a wrong one',
			'5:25: expect.matches[2] matches every answer: "\\\\S|$"; write what tells a right answer from a wrong one',
			'5:33: expect.matches[3] matches every answer: "^[\\\\s\\\\S]+$"; write what tells a right answer from a wrong one',
			'5:46: expect.matches[4] matches no answer: "(?!)"; write what tells a right answer from a wrong one',
			'5:54: expect.matches[5] matches no answer: "a[]b"; write what tells a right answer from a wrong one',
			'6:17: expect.not_matches[0] matches no answer: "(?!)"; write what tells a right answer from a wrong one',
			'6:25: expect.not_matches[1] matches no answer: "[]"; write what tells a right answer from a wrong one',
		],
	],
	[
		"keys that expect nothing beside those that do",
		"prompt: hi\ntags: [x]\nexpect:\n  contains: [a]\n  no_tools: false\n  tools: []\n  files: []\n",
		[
			"5:3: expect.no_tools is false, which expects nothing; take it out",
			"6:3: expect.tools is empty, which expects nothing; take it out",
			"7:3: expect.files is empty, which expects nothing; take it out",
		],
	],
	[
		"compactions where nothing is compacted",
		"prompt: hi\ntags: [x]\nexpect:\n  contains: [a]\n  min_compactions: 2\n",
		["5:20: expect.min_compactions 2 can only fail: without compact_at_tokens nothing is compacted; set compact_at_tokens"],
	],
	[
		"calls that are wanted where none may be",
		"prompt: hi\ntags: [x]\nexpect:\n  no_tools: true\n  tools: shell\n  tools_in_order: [fs_read]\n  denied: [fs_edit]\n  args: [{tool: fs_list, key: a}]\n  ended_on_failed_call: true\n",
		[
			'5:10: "shell" is to be called, and expect.no_tools says that none is; keep one of the two',
			'6:20: "fs_read" is to be called, and expect.no_tools says that none is; keep one of the two',
			'7:12: "fs_edit" is to be called, and expect.no_tools says that none is; keep one of the two',
			'8:17: "fs_list" is to be called, and expect.no_tools says that none is; keep one of the two',
			"9:25: the run is to end on a failed call, and expect.no_tools says that none is; keep one of the two",
		],
	],
	[
		"a call that is wanted and forbidden",
		"prompt: hi\ntags: [x]\nexpect: {tools: [fs_read, shell], forbid_tools: shell}\n",
		['3:27: "shell" is to be called, and expect.forbid_tools says that it is not; keep one of the two'],
	],
	[
		"needles and patterns of which one asks for what another refuses",
		"prompt: hi\ntags: [x]\nexpect:\n  contains: ['The *Total* is 2,520']\n  contains_any: [ab, bc]\n  not_contains: [total, '520', b, ab]\n  matches: ['^a']\n  not_matches: '^a'\n",
		[
			'6:18: "total" is in what expect.contains asks for, so both cannot be; keep one of the two',
			'6:25: "520" is in what expect.contains asks for, so both cannot be; keep one of the two',
			'6:32: "b" is in what expect.contains_any asks for, so both cannot be; keep one of the two',
			'8:16: "^a" is to match, and not to match; keep one of the two',
		],
	],
	[
		"arguments of an oracle that their tool would refuse",
		`${SOUND}oracle:\n  - fs_read: {pth: 1}\n  - [{fs_list: {}}, {fs_read: {pth: 2}}]\n  - say: a\n`,
		[
			"5:14: oracle[0].fs_read would be refused: unknown: pth; mend its arguments",
			"6:31: oracle[1][1].fs_read would be refused: unknown: pth; mend its arguments",
		],
	],
	[
		"globs of what must stay that the diff leaves out, so that they cannot fail",
		"prompt: hi\ntags: [x]\nexpect:\n  contains: [a]\n  unchanged:\n    - node_modules\n    - '**/*.pyc'\n    - a/*/.git/**\n    - '{coverage,.cache/x}/'\n    - ./node_modules/a.js\n    - '**'\n    - node_*\n    - '{src,.git}/**'\n    - '*.py?'\n",
		["node_modules", "**/*.pyc", "a/*/.git/**", "{coverage,.cache/x}/", "./node_modules/a.js"].map(
			(glob, at) =>
				`${at + 6}:7: "${glob}" cannot fail: the workspace diff leaves out all that it matches; take it out, or say \`diff: {ignore: […]}\` without it in assay.yaml`,
		),
	],
	[
		"a single glob of what must stay that the diff leaves out",
		"prompt: hi\ntags: [x]\nexpect: {contains: [a], unchanged: .git/config}\n",
		[
			'3:36: ".git/config" cannot fail: the workspace diff leaves out all that it matches; take it out, or say `diff: {ignore: […]}` without it in assay.yaml',
		],
	],
	[
		"globs that match no path",
		"prompt: hi\ntags: [x]\nexpect:\n  contains: [a]\n  unchanged: ['.', ./, '..', '', /etc/x, a//b, a/./b]\n",
		[
			'5:15: expect.unchanged[0] matches no path: "."; write paths relative to the workspace, or ** for all of it',
			'5:20: expect.unchanged[1] matches no path: "./"; write paths relative to the workspace, or ** for all of it',
			'5:24: expect.unchanged[2] must be a glob that stays inside, not ".."; write it relative and without ..',
			'5:30: expect.unchanged[3] must be a glob that stays inside, not ""; write it relative and without ..',
			'5:34: expect.unchanged[4] must be a glob that stays inside, not "/etc/x"; write it relative and without ..',
			'5:42: expect.unchanged[5] matches no path: "a//b"; write paths relative to the workspace, or ** for all of it',
			'5:48: expect.unchanged[6] matches no path: "a/./b"; write paths relative to the workspace, or ** for all of it',
		],
	],
	[
		"globs that names can be chosen against, or that mean something else than they seem to",
		`prompt: hi\ntags: [x]\nexpect:\n  contains: [a]\n  unchanged:\n    - '*a*a*a*b'\n    - '+(a|b)'\n    - app/(group)/x\n    - '{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}'\n    - ${"a".repeat(1001)}\n`,
		[
			'6:7: expect.unchanged[0] would take for ever on a long name: "*a*a*a*b"; keep to 3 * in a name and 3 ** in all, fewer where both meet',
			'7:7: expect.unchanged[1] has a group such as (a|b) or +(a): "+(a|b)"; write {a,b}, and \\( for a parenthesis',
			'8:7: expect.unchanged[2] has a group such as (a|b) or +(a): "app/(group)/x"; write {a,b}, and \\( for a parenthesis',
			'9:7: expect.unchanged[3] stands for more than 32 globs: "{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}"; write several in a list',
			"10:7: expect.unchanged[4] has more than 1000 characters; write several shorter ones",
		],
	],
	[
		"patterns that are none, and an order of nothing",
		"prompt: hi\ntags: [x]\nexpect:\n  contains: [a]\n  matches: ['(', '\\p{Foo}']\n  not_matches: ''\n  tools_in_order: []\n",
		[
			'5:13: expect.matches[0] is no regular expression (flag u): "("; mend it',
			'5:18: expect.matches[1] is no regular expression (flag u): "\\\\p{Foo}"; mend it',
			'6:16: expect.not_matches is no regular expression (flag u): ""; mend it',
			"7:19: expect.tools_in_order must not be empty; name at least one",
		],
	],
	[
		"rules about tools that there are not",
		`${SOUND}permissions: {allow: [shel], deny: ["fs_rite(src/**)"], ask: {"bash(ls *)": allow}}\n`,
		[
			'4:23: no tool "shel"; did you mean "shell"?',
			'4:37: no tool "fs_rite"; did you mean "fs_write"?',
			'4:77: no tool "bash"; there are fs_edit, fs_list, fs_read, fs_search, fs_write, shell',
		],
	],
	[
		"input for a round that is never played",
		`${SOUND}limits: {rounds: 3}\nsteer: [{round: 3, text: a}, {round: 4, text: b}]\n`,
		["5:38: round 4 is never played: limits.rounds is 3; set it to at most limits.rounds"],
	],
	[
		"max_rounds that cannot fail",
		"prompt: hi\ntags: [x]\nlimits: {rounds: 20}\nexpect:\n  contains: [a]\n  max_rounds: 20\n",
		["6:15: expect.max_rounds 20 cannot fail: limits.rounds is 20; set it below limits.rounds"],
	],
	[
		"max_rounds that cannot fail by default",
		"prompt: hi\ntags: [x]\nexpect:\n  contains: [a]\n  max_rounds: 40\n",
		["5:15: expect.max_rounds 40 cannot fail: limits.rounds is 40; set it below limits.rounds"],
	],
	[
		"a file that is absent and has contents",
		"prompt: hi\ntags: [x]\nexpect:\n  contains: [a]\n  files: [{path: x, exists: false, contains: y}]\n",
		['5:11: "x" is to be absent and to have contents; keep one of the two'],
	],
	[
		"verify in plan phase",
		"prompt: hi\ntags: [x]\nphase: plan\nexpect:\n  contains: [a]\n  verify: npm test\n",
		["6:11: verify checks what the agent wrote, and in phase plan it writes nothing; take out verify, or set phase: execute"],
	],
	[
		"verify with nothing that may write",
		"prompt: hi\ntags: [x]\ntools: [fs_read, shell]\nwithhold: [shell]\nexpect:\n  contains: [a]\n  verify: npm test\n",
		["7:11: verify checks what the agent wrote, and no tool that it has may write; take out verify, or give it a tool that writes"],
	],
	[
		"verify in permission mode plan",
		"prompt: hi\ntags: [x]\npermissions: {mode: plan, allow: [shell]}\nexpect:\n  contains: [a]\n  verify: npm test\n",
		["6:11: verify checks what the agent wrote, and in permission mode plan it writes nothing; take out verify, or set another mode"],
	],
	[
		"verify where each tool that writes is denied",
		"prompt: hi\ntags: [x]\npermissions: {deny: [shell, fs_write, fs_edit]}\nexpect:\n  contains: [a]\n  verify: npm test\n",
		["6:11: verify checks what the agent wrote, and permissions deny every tool that writes; take out verify, or permit one that writes"],
	],
	[
		"verify where all that writes is denied or not allowed",
		"prompt: hi\ntags: [x]\npermissions: {mode: dont_ask, allow: [fs_read, shell], deny: [shell]}\nexpect:\n  contains: [a]\n  verify: npm test\n",
		["6:11: verify checks what the agent wrote, and permissions deny every tool that writes; take out verify, or permit one that writes"],
	],
	[
		"nothing but that all stays as it was, where nothing can be written",
		"prompt: hi\ntags: [x]\npermissions: {mode: plan}\nexpect:\n  unchanged: '**'\n  files: [{path: a, exists: false}]\n",
		[
			"5:3: expect asks only that the agent writes nothing, and in permission mode plan it writes nothing; expect something else too, or set another mode",
		],
	],
	[
		"unknown tools, wherever they are named",
		"prompt: hi\ntags: [x]\ntools: [fs_lst]\nwithhold: [fs_serch]\noracle:\n  - shll: {}\n  - [{fs_list: {}}, {fs_lisst: {}}]\n  - say: ok\nexpect:\n  contains: [a]\n  tools: [shel]\n  tools_in_order: [fs_read, fs_reed]\n  forbid_tools: fs_rite\n  args: [{tool: bash, key: command}]\n",
		[
			'3:9: no tool "fs_lst"; did you mean "fs_list"?',
			'4:12: no tool "fs_serch"; did you mean "fs_search"?',
			'6:11: no tool "shll"; did you mean "shell"?',
			'7:32: no tool "fs_lisst"; did you mean "fs_list"?',
			'11:11: no tool "shel"; did you mean "shell"?',
			'12:29: no tool "fs_reed"; did you mean "fs_read"?',
			'13:17: no tool "fs_rite"; did you mean "fs_write"?',
			'14:17: no tool "bash"; there are fs_edit, fs_list, fs_read, fs_search, fs_write, shell',
		],
	],
	[
		"oracle items that are no rounds",
		`${SOUND}oracle:\n  - shell: {}\n  - []\n  - 5\n  - say: ''\n`,
		["6:5: oracle[1] must not be empty; name at least one", "7:5: oracle[2] must be a map or a list, not 5; write a map or a list"],
	],
	[
		"oracle items that are not one call a map",
		SOUND +
			"oracle:\n  - {shell: {}, fs_list: {}}\n  - shell: x\n  - [{fs_read: {}}, {say: x}]\n  - {}\n  - say: ''\n  - say: 5\n  - [{shell: 1}, {shell: {}, fs_read: {}}]\n",
		[
			"5:5: oracle[0] has 2 keys; write one call a map and put parallel ones into a list",
			'6:12: oracle[1].shell must be a map of arguments, not "x"; write {name: value}, or {} for none',
			"7:5: oracle[2] puts say into a list of calls; let say stand alone: it ends a turn",
			"8:5: oracle[3] is empty; write {tool: {…}} or {say: …}",
			'9:10: oracle[4].say must be a text that is not blank, not ""; write the answer',
			"10:10: oracle[5].say must be a text that is not blank, not 5; write the answer",
			"11:14: oracle[6][0].shell must be a map of arguments, not 1; write {name: value}, or {} for none",
			"11:18: oracle[6][1] has 2 keys; write one call a map and put parallel ones into a list",
		],
	],
	["an oracle of nothing", `${SOUND}oracle: []\n`, ["4:9: oracle must not be empty; name at least one"]],
	[
		"an oracle that does not end in say",
		`${SOUND}oracle:\n  - shell: {command: x}\n`,
		["5:5: the oracle does not end in say; add `- say: …` behind its last call"],
	],
	[
		"an oracle that leaves a prompt unanswered",
		"prompt: [a, b]\ntags: [x]\nexpect: {contains: a}\noracle:\n  - say: x\n",
		["5:3: the oracle says once, but there are 2 prompts; let it say once for each prompt"],
	],
	[
		"an oracle that answers what nobody asked",
		`${SOUND}oracle:\n  - say: x\n  - say: y\n`,
		["5:3: the oracle says 2 times, but there is 1 prompt; let it say once for each prompt"],
	],
	[
		"a misspelt key and what else is wrong",
		"prompt: hi\ntags: [x]\nphase: plan\nfixtur: x\nfixture: nope\nexpect:\n  contains: [a]\n  verify: npm test\n",
		[
			'4:1: unknown key "fixtur"; did you mean "fixture"?',
			'5:10: no fixture "nope"; there are none',
			"8:11: verify checks what the agent wrote, and in phase plan it writes nothing; take out verify, or set phase: execute",
		],
	],
];

test.each(REFUSALS)("%s: refused, with its place", async (_, document, lines) => {
	expect(await refusalOf({ "cases/a.yaml": document })).toEqual(lines.map((line) => `cases/a.yaml:${line}`));
});

test("what can fail and can pass is taken", async () => {
	const files = {
		"assay.yaml": "arms: {small: {provider: nop, overrides: {compact_at_tokens: 9}}}\n",
		"cases/_defaults.yaml": "expect: {no_tools: true, contains: [z]}\n",
		"cases/a.yaml": [
			"prompt: hi\ntags: [x]\nphase: plan\nwithhold: [shell]",
			"expect:\n  no_tools: false\n  contains: []\n  min_compactions: 1\n  tools: [shell, fs_write]\n  not_contains: [a]\n  contains_any: [ab, b]",
			"  matches: ['^[^x]*$', '^.{0,500}$', '^(?!.*sorry)', '^.*$', '(a|(?!))', '[[]a', '\\[\\]']\n",
		].join("\n"),
	};
	expect(await refusalOf(files)).toEqual([]);
});

test("what a diff leaves out is what the suite says, and all that lies below it", async () => {
	const files = {
		"assay.yaml": "diff: {ignore: [dist, 'gen/*.ts', tmp/]}\n",
		"cases/a.yaml":
			"prompt: hi\ntags: [x]\nexpect:\n  contains: [a]\n  unchanged: [node_modules, src/dist/a/b, gen/a.ts, tmp, gen/a.js, dist2]\n",
	};
	const cannot =
		"cannot fail: the workspace diff leaves out all that it matches; take it out, or say `diff: {ignore: […]}` without it in assay.yaml";
	expect(await refusalOf(files)).toEqual([
		`cases/a.yaml:5:29: "src/dist/a/b" ${cannot}`,
		`cases/a.yaml:5:43: "gen/a.ts" ${cannot}`,
		`cases/a.yaml:5:53: "tmp" ${cannot}`,
	]);
});

test.each([
	"{deny: [shell, fs_write]}",
	"{deny: [shell, fs_write, 'fs_edit(a)']}",
	"{mode: strict, allow: ['shell(npm *)']}",
	"{mode: bypass}",
])("verify under permissions %s is fine: something may be written", async (permissions) => {
	const document = `${SOUND.replace("}", ", verify: npm test}")}permissions: ${permissions}\n`;
	expect(await refusalOf({ "cases/a.yaml": document })).toEqual([]);
});

test.each(["{unchanged: '**', contains: [a]}\nphase: plan", "{files: [{path: a}]}\nphase: plan", "{unchanged: '**'}"])(
	"expect: %s can fail",
	async (expected) => {
		expect(await refusalOf({ "cases/a.yaml": `prompt: hi\ntags: [x]\nexpect: ${expected}\n` })).toEqual([]);
	},
);
