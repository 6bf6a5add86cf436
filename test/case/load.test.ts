import { chmod } from "node:fs/promises";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { DEFAULT_CAP } from "../../src/agent/cap.ts";
import { DEFAULT_GUARDS } from "../../src/agent/guards.ts";
import { DEFAULT_RETRY } from "../../src/agent/retry.ts";
import { loadSuite } from "../../src/case/load.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { loadFiles, PORTS, SOUND } from "./suite-dir.ts";

const MEDIAN = `# A kata.
prompt: Make \`npm test\` pass without changing test/.
tags: [codegen, kata, codegen]
fixture: kata-median
system: Be brief.
tools: [shell, fs_write, fs_read, fs_write]
phase: execute
withhold: [fs_search]
permissions: {mode: default, allow: [fs_read], deny: ["shell(rm *)"], ask: {"shell(npm *)": allow, shell: deny}}
limits: {rounds: 20, tokens: 60000, output_tokens: 8000, usd: 0.50, tool_calls: 40, requests: 30, wall: 1h30m, elapsed: 2h, transcript_chars: 9000, hard_rounds: 15, denials: {total: 7}}
retry: {max: 2, base_ms: 10, max_ms: 20, retry_after_cap_ms: 30, overloaded_ms: 40}
stuck: {window: 5}
loop_guard: false
empty_retries: 0
final_answer: true
stream: false
tool_output: {bytes: 999}
steer: [{round: 2, text: Only the median.}]
compact_at_tokens: 1200
setup: npm ci --offline
repeats: 2
oracle:
  - fs_write: {path: src/median.js, content: "export {}"}
  - [{fs_read: {path: a}}, {shell: {command: npm test}}]
  - say: Done.
expect:
  verify: {run: npm test, files: [hidden.test.js, {from: helpers, to: test/lib}, {from: helpers, to: lib/}, {from: run.sh, to: bin/}, {from: run.sh, to: go.sh}], timeout: 90s, weight: 3}
  files: [{path: src/median.js, contains: export}, {path: src/old.js, exists: false}]
  unchanged: ["test/**"]
  ended_on_failed_call: false
  min_compactions: 1
  stop_cause: completed
  max_rounds: 18
  not_matches: TODO
  matches: ["\\\\bDone\\\\b", "^D"]
  contains_any: [done, finished]
  not_contains: [sorry]
  contains: done
  args: [{tool: fs_write, key: path, contains: median}, {tool: fs_read, key: limit, equals: 5}]
  forbid_tools: [fs_edit]
  denied: fs_search
  tools_in_order: [fs_write, shell]
  tools: [shell]
`;

const FILES = {
	"assay.yaml": "name: example\n",
	"cases/codegen/median.yaml": MEDIAN,
	"cases/codegen/hidden.test.js": "test()",
	"cases/codegen/helpers/a.js": "1",
	"cases/codegen/run.sh": "true",
	"fixtures/kata-median/package.json": "{}",
};

test("a case that uses every key is decoded whole", async () => {
	const { cases, fixtures } = await loadFiles(FILES);
	const { source, digest, ...subject } = cases[0]!;
	expect(cases).toHaveLength(1);
	expect(subject).toEqual({
		id: "codegen/median",
		file: "cases/codegen/median.yaml",
		tags: ["codegen", "kata"],
		prompts: ["Make `npm test` pass without changing test/."],
		system: "Be brief.",
		fixture: "kata-median",
		tools: ["fs_read", "fs_write", "shell"],
		phase: "execute",
		permissions: { mode: "default", allow: [{ tool: "fs_read", pattern: null }], deny: [{ tool: "shell", pattern: "rm *" }] },
		answers: [
			{ rule: { tool: "shell", pattern: "npm *" }, allowed: true },
			{ rule: { tool: "shell", pattern: null }, allowed: false },
		],
		withhold: ["fs_search"],
		limits: {
			rounds: 15,
			hardRounds: 15,
			tokens: 60_000,
			outputTokens: 8_000,
			nanoUsd: 500_000_000,
			toolCalls: 40,
			requests: 30,
			elapsedMs: 7_200_000,
			transcriptChars: 9_000,
			deadline: { kind: "wall", ms: 5_400_000 },
		},
		manner: {
			retry: { max: 2, baseMs: 10, maxMs: 20, retryAfterCapMs: 30, overloadedMs: 40 },
			guards: { emptyReplies: 0, stuck: { window: 5, errorRate: 0.8 }, loop: false, denials: { inARow: 3, total: 7 } },
			finalAnswer: true,
			stream: false,
			output: { lines: 2_000, bytes: 999 },
			steer: [{ round: 2, text: "Only the median." }],
		},
		compactAtTokens: 1200,
		setup: "npm ci --offline",
		repeats: 2,
		oracle: [
			{ calls: [{ tool: "fs_write", args: { path: "src/median.js", content: "export {}" } }], say: null },
			{
				calls: [
					{ tool: "fs_read", args: { path: "a" } },
					{ tool: "shell", args: { command: "npm test" } },
				],
				say: null,
			},
			{ calls: [], say: "Done." },
		],
		expect: [
			{ kind: "tools", tool: "shell", weight: 1 },
			{ kind: "tools_in_order", tools: ["fs_write", "shell"], weight: 1 },
			{ kind: "forbid_tools", tool: "fs_edit", weight: 1 },
			{ kind: "denied", tool: "fs_search", weight: 1 },
			{ kind: "args", tool: "fs_write", key: "path", contains: "median", weight: 1 },
			{ kind: "args", tool: "fs_read", key: "limit", equals: 5, weight: 1 },
			{ kind: "contains", needle: "done", weight: 1 },
			{ kind: "not_contains", needle: "sorry", weight: 1 },
			{ kind: "contains_any", needles: ["done", "finished"], weight: 1 },
			{ kind: "matches", pattern: "\\bDone\\b", weight: 1 },
			{ kind: "matches", pattern: "^D", weight: 1 },
			{ kind: "not_matches", pattern: "TODO", weight: 1 },
			{ kind: "max_rounds", limit: 18, weight: 1 },
			{ kind: "stop_cause", code: "completed", weight: 1 },
			{ kind: "min_compactions", least: 1, weight: 1 },
			{ kind: "ended_on_failed_call", value: false, weight: 1 },
			{ kind: "unchanged", globs: ["test/**"], weight: 1 },
			{ kind: "files", path: "src/median.js", exists: true, contains: "export", weight: 1 },
			{ kind: "files", path: "src/old.js", exists: false, weight: 1 },
			{
				kind: "verify",
				run: "npm test",
				files: [
					{ from: "hidden.test.js", to: "hidden.test.js" },
					{ from: "helpers", to: "test/lib" },
					{ from: "helpers", to: "lib/" },
					{ from: "run.sh", to: "bin/run.sh" },
					{ from: "run.sh", to: "go.sh" },
				],
				timeoutMs: 90_000,
				weight: 3,
			},
		],
	});
	expect(fixtures.map(({ name, digest: fixtureDigest }) => [name, fixtureDigest])).toEqual([["kata-median", "d".repeat(64)]]);
});

test("an oracle may say what no other text may hold: a model can say it too", async () => {
	const { cases } = await loadFiles({ "cases/a.yaml": `${SOUND}oracle: [{say: "a\\0b"}]\n` });
	expect(cases[0]?.source.oracle).toEqual([{ say: "a\0b" }]);
	expect(cases[0]?.oracle).toMatchObject([{ say: "a\0b" }]);
});

test("a case that says next to nothing has the defaults", async () => {
	const { cases } = await loadFiles({ "cases/a.yaml": SOUND.replace("}", ", verify: {run: x, files: [more]}}"), "cases/more/x": "" });
	const { source, digest, ...subject } = cases[0]!;
	expect(subject).toEqual({
		id: "a",
		file: "cases/a.yaml",
		tags: ["x"],
		prompts: ["hi"],
		system: "",
		fixture: null,
		tools: ["fs_edit", "fs_list", "fs_read", "fs_search", "fs_write", "shell"],
		phase: "execute",
		permissions: { mode: "accept_edits", allow: [], deny: [] },
		answers: [],
		withhold: [],
		limits: {
			rounds: 40,
			hardRounds: 200,
			tokens: 200_000,
			outputTokens: null,
			nanoUsd: null,
			toolCalls: null,
			requests: null,
			elapsedMs: null,
			transcriptChars: null,
			deadline: { kind: "wall", ms: 600_000 },
		},
		manner: { retry: DEFAULT_RETRY, guards: DEFAULT_GUARDS, finalAnswer: false, stream: null, output: DEFAULT_CAP, steer: [] },
		compactAtTokens: null,
		setup: null,
		repeats: 1,
		oracle: null,
		expect: [
			{ kind: "contains", needle: "a", weight: 1 },
			{ kind: "verify", run: "x", files: [{ from: "more", to: "." }], timeoutMs: 120_000, weight: 1 },
		],
	});
});

async function digestOf(files: Record<string, string>, fixtureDigest = ""): Promise<string> {
	const inspectFixture: typeof PORTS.inspectFixture = async () => ({ digest: fixtureDigest, problems: [] });
	const { cases } = await loadFiles({ ...FILES, ...files }, {}, { ...PORTS, inspectFixture });
	return cases[0]!.digest;
}

test("a digest holds what a case means, not how or where it is written", async () => {
	const digest = await digestOf({});
	const turnedRound = MEDIAN.replace("# A kata.\n", "").replace("repeats: 2\n", "").concat("repeats: 2\n");
	expect(await digestOf({ "cases/codegen/median.yaml": turnedRound })).toBe(digest);
	expect(await digestOf({ "cases/codegen/_defaults.yaml": "system: overruled\n" })).toBe(digest);
	expect(await digestOf({ "cases/codegen/median.yaml": MEDIAN.replace("Be brief.", "Be long.") })).not.toBe(digest);
	expect(await digestOf({ "cases/codegen/hidden.test.js": "test.skip()" })).not.toBe(digest);
	expect(await digestOf({}, "another fixture")).not.toBe(digest);
});

test("cases stand in the order of their ids, by code unit, whatever files they come from", async () => {
	const line = (id: string): string => JSON.stringify({ id, prompt: "hi", tags: ["x"], expect: { contains: "a" } });
	const { cases } = await loadFiles({
		"assay.yaml": "cases: ['cases/**/*.{yaml,yml,json,jsonl}', '!cases/wip/**', 'more/deep/**/*.yaml']\n",
		"cases/b.yml": SOUND,
		"cases/Z/c.json": '\ufeff{"prompt": "hi", "tags": ["x"], "expect": {"contains": "a"}}',
		"cases/many.jsonl": `${line("two")}\r\n${line("one")}\n`,
		"cases/wip/broken.yaml": "nonsense",
		"cases/node_modules/x/broken.yaml": "nonsense",
		"more/deep/er/é.yaml": SOUND,
	});
	expect(cases.map(({ id, file }) => `${id} < ${file}`)).toEqual([
		"Z/c < cases/Z/c.json",
		"b < cases/b.yml",
		"er/é < more/deep/er/é.yaml",
		"many/one < cases/many.jsonl",
		"many/two < cases/many.jsonl",
	]);
});

test("what several globs find is a case once, with the id that the first gives it", async () => {
	const { cases } = await loadFiles({
		"assay.yaml": "cases: ['cases/deep/*.yaml', 'cases/**/*.yaml']\n",
		"cases/deep/a.yaml": SOUND,
		"cases/b.yaml": SOUND,
	});
	expect(cases.map(({ id }) => id)).toEqual(["a", "b"]);
});

test("a config is no case, and nothing in fixtures or reports is", async () => {
	const { cases } = await loadFiles({
		"assay.yaml": "cases: ['**/*.yaml']\nfixtures: data\n",
		"a.yaml": SOUND,
		"data/f/x.yaml": "nonsense",
		"reports/baseline/x.yaml": "nonsense",
	});
	expect(cases.map(({ id }) => id)).toEqual(["a"]);
});

test("a fixture that many cases use is inspected once", async () => {
	const inspected: string[] = [];
	const inspectFixture: typeof PORTS.inspectFixture = async (directory) => {
		inspected.push(basename(directory));
		return { digest: "", problems: [] };
	};
	const files = { "cases/a.yaml": `${SOUND}fixture: f\n`, "cases/b.yaml": `${SOUND}fixture: f\n`, "fixtures/f/x": "" };
	await loadFiles(files, {}, { ...PORTS, inspectFixture });
	expect(inspected).toEqual(["f"]);
});

test("a digest tells a program to verify with from a text", async () => {
	await using dir = await tempFolder({
		"assay.yaml": "{}",
		"cases/a.yaml": SOUND.replace("}", ", verify: {run: x, files: [run.sh]}}"),
		"cases/run.sh": "true",
	});
	const selection = { cwd: dir.path, paths: [], tags: [], notTags: [], caseGlobs: [] };
	const before = await loadSuite(null, selection, PORTS);
	await chmod(join(dir.path, "cases/run.sh"), 0o755);
	const after = await loadSuite(null, selection, PORTS);
	expect(after.cases[0]!.digest).not.toBe(before.cases[0]!.digest);
});

test("withhold may name a tool without its server", async () => {
	const tools: typeof PORTS.tools = new Map([...PORTS.tools, ["graph__task_update", { readOnly: false, faultOf: () => null }]]);
	const { cases } = await loadFiles({ "cases/a.yaml": `${SOUND}withhold: [task_update, shell]\n` }, {}, { ...PORTS, tools });
	expect(cases[0]!.withhold).toEqual(["shell", "task_update"]);
});

test("YAML may use anchors and merge keys, and null for none", async () => {
	const { cases } = await loadFiles({
		"cases/_defaults.yaml": "fixture: f\nsystem: x\ncompact_at_tokens: 5\nsetup: x\noracle:\n  - say: x\n",
		"cases/a.yaml": `limits: &limits {rounds: 5, wall: 5m}
prompt: hi
tags: [x]
fixture: null
system: ~
compact_at_tokens: null
setup:
oracle: null
expect:
  contains: a
  args:
    - &call {tool: shell, key: command}
    - {<<: *call, contains: npm}
    - *call
`,
		"fixtures/f/x": "",
	});
	const { fixture, system, compactAtTokens, setup, oracle, expect: expectations } = cases[0]!;
	expect([fixture, system, compactAtTokens, setup, oracle]).toEqual([null, "", null, null, null]);
	expect(expectations.slice(0, 3)).toEqual([
		{ kind: "args", tool: "shell", key: "command", weight: 1 },
		{ kind: "args", tool: "shell", key: "command", contains: "npm", weight: 1 },
		{ kind: "args", tool: "shell", key: "command", weight: 1 },
	]);
});
