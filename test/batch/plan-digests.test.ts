import { describe, expect, test } from "vitest";
import { openSuite } from "../../src/app/open-suite.ts";
import { planDigests } from "../../src/batch/plan-digests.ts";
import type { JsonObject } from "../../src/core/json.ts";
import type { PlanDigests } from "../../src/recording/journal-record.ts";
import { SAY_READY, type SuiteSketch, suiteFiles } from "../support/suite-files.ts";
import { type Files, tempFolder } from "../support/temp-folder.ts";

const BASE = {
	cases: { a: { ...SAY_READY, fixture: "shop", tools: ["fs_read"] }, b: SAY_READY },
	files: { "fixtures/shop/a.txt": "a" },
	arms: { live: { provider: "anthropic", model: "m", params: { max_tokens: 10 } } },
} satisfies SuiteSketch;

type Given = Partial<Omit<SuiteSketch, "files">> & { readonly files?: Files; readonly repeats?: number; readonly play?: readonly string[] };

async function digestsOf({ repeats, play = ["oracle", "live"], ...given }: Given = {}): Promise<PlanDigests> {
	await using dir = await tempFolder(suiteFiles({ ...BASE, ...given }));
	const { config, cases, fixtures } = await openSuite(dir.path, { cwd: dir.path });
	const arms = config.arms.filter(({ name }) => play.includes(name));
	return planDigests({ suite: config.name, seed: config.seed, cases, arms, repeats: repeats ?? null }, fixtures);
}

function withCase(change: JsonObject): Given {
	return { cases: { ...BASE.cases, a: { ...BASE.cases.a, ...change } } };
}

function withArm(change: JsonObject): Given {
	return { arms: { live: { ...BASE.arms.live, ...change } } };
}

type Part = keyof PlanDigests;

/** The parts that are others than in the base, beside the one over all. */
async function changed(given: Given): Promise<readonly Part[]> {
	const [before, after] = [await digestsOf(), await digestsOf(given)];
	const parts = Object.keys(before) as Part[];
	return parts.filter((part) => before[part] !== after[part]).sort();
}

describe("the digests of a plan", () => {
	test.each<[string, Given, readonly Part[]]>([
		["a prompt", withCase({ prompt: "Say steady." }), ["cases", "digest"]],
		["an expectation", withCase({ expect: { contains: "steady" } }), ["cases", "digest"]],
		["a case more", { cases: { ...BASE.cases, c: SAY_READY } }, ["cases", "digest"]],
		["a fixture's file", { files: { "fixtures/shop/a.txt": "b" } }, ["cases", "digest", "fixtures"]],
		["a tool more", withCase({ tools: ["ask_user", "fs_read"] }), ["cases", "digest", "tools"]],
		["an arm's model", withArm({ model: "n" }), ["arms", "digest"]],
		["an arm's params", withArm({ params: { max_tokens: 11 } }), ["arms", "digest"]],
		["an arm's overrides", withArm({ overrides: { system: "Be brief." } }), ["arms", "digest"]],
		["a tool that an arm offers", withArm({ overrides: { tools: ["ask_user"] } }), ["arms", "digest", "tools"]],
		["an arm less", { play: ["oracle"] }, ["arms", "digest"]],
		["-k", { repeats: 2 }, ["cases", "digest", "repeats"]],
		["a case's own repeats", withCase({ repeats: 3 }), ["cases", "digest", "repeats"]],
		["the seed", { config: { seed: 8 } }, ["digest", "seed"]],
		["the suite's name", { config: { name: "other" } }, ["digest"]],
	])("change with %s", async (_, given, parts) => {
		expect(await changed(given)).toEqual(parts);
	});

	test.each<[string, Given]>([
		["where the suite lies", {}],
		["concurrency", { config: { concurrency: 9 } }],
		["where reports go", { config: { reports: "out" } }],
		["how an arm is reached", withArm({ base_url: "http://127.0.0.1:1", api_key_env: "OTHER_KEY" })],
		["which arm is the default", withArm({ default: true })],
		["arms that are not run", { arms: { ...BASE.arms, other: { provider: "nop" } } }],
		["prices", { config: { prices: { m: { input: 1, output: 2 } } } }],
		["files that no case names", { files: { ...BASE.files, "fixtures/unused/b.txt": "b", "notes.md": "b" } }],
	])("do not change with %s", async (_, given) => {
		expect(await changed(given)).toEqual([]);
	});
});
