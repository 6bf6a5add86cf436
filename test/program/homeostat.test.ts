import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { CHECKOUT, startProgram } from "../support/program.ts";
import { SAY_READY, suiteFiles } from "../support/suite-files.ts";
import { tempFolder } from "../support/temp-folder.ts";

/** Leaves a file behind when anything asks how busy the machine is. */
const WATCH = `
import os from "node:os";
import { writeFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
for (const sensor of ["loadavg", "freemem"]) {
	const ask = os[sensor];
	os[sensor] = () => (writeFileSync(process.env.SAMPLED, sensor), ask());
}
syncBuiltinESMExports();
`;

const SAMPLES = `
import { freeTools, RunContext } from "${join(CHECKOUT, "dist/index.js")}";
new RunContext(freeTools([])).withHomeostat();
`;

test("a batch asks for nothing of how busy the machine is; a caller who wants to know does", async () => {
	await using folder = await tempFolder({
		...suiteFiles({ cases: { a: { ...SAY_READY, compact_at_tokens: 100, expect: { contains: "ready", verify: "true" } } } }),
		"watch.mjs": WATCH,
		"samples.mjs": SAMPLES,
	});
	const sampled = join(folder.path, "sampled");
	const node = [process.execPath, "--import", join(folder.path, "watch.mjs")];
	const where = { cwd: folder.path, env: { SAMPLED: sampled } };

	const run = await startProgram([...node, join(CHECKOUT, "bin/assay.js"), "run", "-a", "oracle", "-a", "nop", "-k", "3"], where).ended;
	expect([run.code, existsSync(sampled)]).toEqual([1, false]);

	expect((await startProgram([...node, join(folder.path, "samples.mjs")], where).ended).stderr).toBe("");
	expect(existsSync(sampled)).toBe(true);
});

test("what a batch runs its trials under has no place for a sample: it is an error of types", () => {
	type OfBatch = import("../../src/agent/context.ts").RunContext;
	type Sampled = ReturnType<OfBatch["withHomeostat"]>;
	const asBatch = (context: Sampled): OfBatch =>
		// @ts-expect-error: a sampled context is none of a batch.
		context;
	expect(asBatch).toHaveLength(1);
});
