import { homedir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loadConfig } from "../../src/case/config.ts";
import type { SuiteConfig } from "../../src/case/suite.ts";
import { type Files, tempFolder } from "../support/temp-folder.ts";
import { linesOf } from "./suite-dir.ts";

async function configOf(files: Files): Promise<SuiteConfig & { readonly at: (path: string) => string }> {
	await using dir = await tempFolder(files);
	const config = await loadConfig({ configFile: null, cwd: dir.path, paths: [] });
	return { ...config, at: (path) => join(dir.path, path) };
}

test("a config that says next to nothing has the defaults", async () => {
	const { at, arms, diffIgnore, ...config } = await configOf({ "assay.yaml": "{}\n" });
	expect(config).toEqual({
		root: at("."),
		file: at("assay.yaml"),
		name: "suite",
		caseGlobs: ["cases/**/*.{yaml,yml,json}"],
		fixturesDir: at("fixtures"),
		reportsDir: at("reports"),
		seed: "0",
		concurrency: 4,
		pool: { tokens: null, nanoUsd: null, waste: 0.1 },
		isolation: "auto",
		mounts: [],
		prices: new Map(),
	});
	expect(arms.map(({ name, provider, isDefault }) => ({ name, provider, isDefault }))).toEqual([
		{ name: "nop", provider: "nop", isDefault: false },
		{ name: "oracle", provider: "oracle", isDefault: false },
	]);
	expect(diffIgnore).toContain("**/node_modules/**");
});

const FULL = `name: example
cases: [a/*.yaml]
fixtures: data/workspaces
reports: ../out
seed: 42
concurrency: 16
prices:
  big: {input: 3, output: 15}
  small: {input: 0.075, output: 0.3, cache_read: 0.01, cache_write: 0}
diff: {ignore: [dist]}
pool: {tokens: 5000, usd: 2.5, admission: hard, waste: 0.2}
isolation: required
mounts: [../cache, ~/.npm]
arms:
  sonnet:
    provider: anthropic
    model: big
    default: true
    base_url: https://stand-in.example:8080/v1
    params: {temperature: 0, max_tokens: 2048, thinking: {type: enabled, budget_tokens: 1024}, cache: 1h}
    overrides: {limits: {rounds: 5}, phase: plan, system: null, withhold: [shell], tools: [fs_read], compact_at_tokens: 9}
  replay: {provider: script, file: replies.jsonl, model: big}
  oracle: {provider: oracle, default: true}
`;

test("a config that uses every key is decoded whole", async () => {
	const { at, arms, ...config } = await configOf({ "assay.yaml": FULL, "replies.jsonl": "{}" });
	expect(config).toEqual({
		root: at("."),
		file: at("assay.yaml"),
		name: "example",
		caseGlobs: ["a/*.yaml"],
		fixturesDir: at("data/workspaces"),
		reportsDir: at("../out"),
		seed: "42",
		concurrency: 16,
		prices: new Map([
			["big", { input: 3000, output: 15_000, cacheRead: 300, cacheWrite: 3750 }],
			["small", { input: 75, output: 300, cacheRead: 10, cacheWrite: 0 }],
		]),
		pool: { tokens: 5_000, nanoUsd: 2_500_000_000, waste: 0.2 },
		isolation: "required",
		mounts: [at("../cache"), join(homedir(), ".npm")],
		diffIgnore: ["dist"],
	});
	expect(arms.map(({ digest, ...arm }) => arm)).toEqual([
		{ name: "nop", provider: "nop", isDefault: false, model: null, file: null, baseUrl: null, apiKeyEnv: null, params: {}, overrides: {} },
		{
			name: "oracle",
			provider: "oracle",
			isDefault: true,
			model: null,
			file: null,
			baseUrl: null,
			apiKeyEnv: null,
			params: {},
			overrides: {},
		},
		{
			name: "replay",
			provider: "script",
			isDefault: false,
			model: "big",
			file: at("replies.jsonl"),
			baseUrl: null,
			apiKeyEnv: null,
			params: {},
			overrides: {},
		},
		{
			name: "sonnet",
			provider: "anthropic",
			isDefault: true,
			model: "big",
			file: null,
			baseUrl: "https://stand-in.example:8080/v1",
			apiKeyEnv: "ANTHROPIC_API_KEY",
			params: { temperature: 0, max_tokens: 2048, thinking: { type: "enabled", budget_tokens: 1024 }, cache: "1h" },
			overrides: { limits: { rounds: 5 }, phase: "plan", system: null, withhold: ["shell"], tools: ["fs_read"], compact_at_tokens: 9 },
		},
	]);
});

test("what the cache costs by default is rounded up to a whole nano-dollar", async () => {
	const { prices } = await configOf({ "assay.yaml": "prices: {m: {input: 0.075, output: 1}}\n" });
	expect(prices.get("m")).toEqual({ input: 75, output: 1000, cacheRead: 8, cacheWrite: 94 });
});

async function armDigest(config: string, script = "{}"): Promise<string> {
	const { arms } = await configOf({ "assay.yaml": `arms:\n  a: ${config}\n`, "r.jsonl": script, "deep/r.jsonl": script });
	return arms.find(({ name }) => name === "a")!.digest;
}

test("an arm's digest holds what it answers with, not how it is reached", async () => {
	const digest = await armDigest("{provider: anthropic, model: m}");
	expect(await armDigest("{provider: anthropic, model: m, base_url: 'http://x', api_key_env: K, default: true}")).toBe(digest);
	expect(await armDigest("{provider: anthropic, model: n}")).not.toBe(digest);
	expect(await armDigest("{provider: anthropic, model: m, params: {max_tokens: 5}}")).not.toBe(digest);
	expect(await armDigest("{provider: anthropic, model: m, overrides: {phase: plan}}")).not.toBe(digest);
});

test("a script arm's digest is that of its replies, wherever they lie", async () => {
	const digest = await armDigest("{provider: script, file: r.jsonl}");
	expect(await armDigest("{provider: script, file: deep/r.jsonl}")).toBe(digest);
	expect(await armDigest("{provider: script, file: r.jsonl}", "{ }")).not.toBe(digest);
});

test("all that is wrong with a config is one error", async () => {
	await using dir = await tempFolder({ "assay.yaml": "nam: x\narms: {a: {provider: script, file: gone}}\n" });
	expect(await linesOf(() => loadConfig({ configFile: null, cwd: dir.path, paths: [] }))).toEqual([
		'assay.yaml:1:1: unknown key "nam"; did you mean "name"?',
		'assay.yaml:2:36: there is no script "gone"; write its path relative to assay.yaml',
	]);
});
