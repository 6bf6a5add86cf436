import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { CHECKOUT } from "./support/program.ts";
import { SAY_READY, suiteFiles } from "./support/suite-files.ts";
import { tempFolder } from "./support/temp-folder.ts";

/** The built library, as whoever installs it gets it. */
const assay: typeof import("../src/index.ts") = await import(/* @vite-ignore */ pathToFileURL(join(CHECKOUT, "dist/index.js")).href);

const REPLY = { text: "ready", usage: { input_tokens: 40, output_tokens: 2 } };

function suite() {
	return tempFolder(
		suiteFiles({ cases: { a: SAY_READY, b: SAY_READY, c: { ...SAY_READY, tags: ["slow"] } }, scripts: { live: { "*": [REPLY] } } }),
	);
}

describe("the built library", () => {
	test("is what the package's name means, for Node and for a compiler", async () => {
		const source = 'import * as assay from "assay"; console.log(JSON.stringify(Object.keys(assay).sort()));';
		const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", source], { cwd: CHECKOUT });
		expect(JSON.parse(stdout)).toEqual(Object.keys(assay).sort());
		const { exports } = JSON.parse(await readFile(join(CHECKOUT, "package.json"), "utf8"));
		expect(await readFile(join(CHECKOUT, exports["."].types), "utf8")).toContain("runBatch");
	});

	test("runs a suite with a caller's own pool, and tells what happens", async () => {
		await using dir = await suite();
		const loaded = await assay.loadSuite(dir.path, { cwd: dir.path, notTags: ["slow"] });
		const pool = new assay.BudgetPool(100);
		const types: string[] = [];
		const { card, complete, tally, directory } = await assay.runBatch({
			suite: loaded,
			arms: assay.chooseArms(loaded, ["live", "oracle"]),
			pool,
			out: join(dir.path, "run"),
			observe: ({ type }) => types.push(type),
		});
		expect([complete, tally.all.counts.passed, pool.spent, pool.remaining]).toEqual([true, 4, 84, 16]);
		expect([directory, types.length, types.at(-1)]).toEqual([join(dir.path, "run"), 10, "batch-end"]);
		const read = await assay.readScorecard(card);
		const rows: string[] = [];
		for await (const row of read.rows()) rows.push(`${assay.trialId(row)} ${row.verdict}`);
		expect(rows).toEqual(["live/a/1 pass", "oracle/a/1 pass", "live/b/1 pass", "oracle/b/1 pass"]);
	});

	test("ends a batch by a caller's own token", async () => {
		await using dir = await suite();
		const loaded = await assay.loadSuite(dir.path, { cwd: dir.path });
		const cancel = new assay.CancellationToken();
		const { complete, reason, tally } = await assay.runBatch({
			suite: loaded,
			arms: assay.chooseArms(loaded, []),
			cancel,
			concurrency: 1,
			out: join(dir.path, "run"),
			observe: ({ type }) => {
				if (type === "trial-end") cancel.cancel({ kind: "caller", note: "enough" });
			},
		});
		expect([complete, reason, tally.all.counts.passed]).toEqual([false, "cancelled", 1]);
		expect(assay.exitCodeOf(tally.all.counts)).toBe(assay.EXIT.incomplete);
	});

	test("throws a user's mistake as what a caller can tell from a bug", async () => {
		await using dir = await tempFolder(suiteFiles({ cases: { a: { prompt: "x" } } }));
		const error = await assay.loadSuite(dir.path, { cwd: dir.path }).catch((thrown: unknown) => thrown);
		expect(error).toBeInstanceOf(assay.UsageError);
		expect(error).toMatchObject({ problems: [{ file: "cases/a.yaml" }, { file: "cases/a.yaml" }] });
	});

	test("runs prompts by themselves, under a context of the caller's", async () => {
		const looked: unknown[] = [];
		const look = {
			spec: { name: "look", description: "Looks.", inputSchema: { type: "object" } },
			readOnly: true,
			prepare: (args: unknown) => ({
				ok: true as const,
				run: async () => {
					looked.push(args);
					return { content: "seen", isError: false };
				},
			}),
		};
		const model = assay.scriptedModel(
			[
				{ text: null, calls: [{ name: "look", args: { at: 1 } }], usage: null, stop: null, delayMs: 0, failure: null },
				{ text: "Done.", calls: [], usage: null, stop: null, delayMs: 0, failure: null },
			],
			{ clock: assay.systemClock },
		);
		const deps = assay.runDeps(model);
		const context = new assay.RunContext(assay.freeTools([look])).withholding(["shut"]);
		expect([assay.offeredTools(context).map(({ name }) => name), context.isWithheld("server__shut")]).toEqual([["look"], true]);
		const outcome = await assay.runPrompts(deps, context, ["Go."]);
		expect([outcome.cause.code, outcome.rounds, looked, outcome.turns[0]?.finalText]).toEqual(["completed", 2, [{ at: 1 }], "Done."]);
	});
});

test("a live model is made without a network, and refuses options that cannot work", async () => {
	const options = { model: "m", baseUrl: "http://127.0.0.1:9", apiKey: "key", params: {} };
	expect(typeof (await assay.liveModel(options)).call).toBe("function");
	await expect(assay.liveModel({ ...options, baseUrl: "ftp://x" })).rejects.toThrow("base_url is no http address");
});
