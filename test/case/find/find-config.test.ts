import { join, relative } from "node:path";
import { expect, test } from "vitest";
import { findConfig } from "../../../src/case/find/find-config.ts";
import { tempFolder } from "../../support/temp-folder.ts";
import { linesOf } from "../suite-dir.ts";

const FILES = { "assay.yaml": "{}", "deep/er/x": "", "other/assay.yaml": "{}", "other/cases/x": "", "other/second.yaml": "{}" };

type Row = readonly [from: string, configFile: string | null, paths: readonly string[], found: string];

test.each<Row>([
	[".", null, [], "assay.yaml"],
	["deep/er", null, [], "assay.yaml"],
	["deep/er", null, ["../../cases"], "assay.yaml"],
	[".", null, ["other"], "other/assay.yaml"],
	[".", null, ["other/cases/x"], "assay.yaml"],
	["other/cases", null, [], "other/assay.yaml"],
	[".", "other", ["x"], "other/assay.yaml"],
	["deep", "../other/second.yaml", [], "other/second.yaml"],
])("from %s with -C %s and paths %j: %s", async (from, configFile, paths, found) => {
	await using dir = await tempFolder(FILES);
	const file = await findConfig({ configFile, cwd: join(dir.path, from), paths });
	expect(relative(dir.path, file)).toBe(found);
});

test("outside every suite, the first path leads to one", async () => {
	await using dir = await tempFolder({ "suite/assay.yaml": "{}", "suite/cases/x": "" });
	expect(await findConfig({ configFile: null, cwd: dir.path, paths: ["suite/cases"] })).toBe(join(dir.path, "suite/assay.yaml"));
});

test.each([
	[null, [], "no assay.yaml here or in a folder above; go to a suite, name its file with -C, or make one with `assay init`"],
	["gone.yaml", [], `no config file "gone.yaml"; with -C, name the suite's assay.yaml or the folder that it is in now`],
	[null, ["one", "two"], "the paths name several suites; run one suite at a time"],
])("-C %s and paths %j: %s", async (configFile, paths, line) => {
	await using dir = await tempFolder({ "one/assay.yaml": "{}", "two/assay.yaml": "{}" });
	expect(await linesOf(() => findConfig({ configFile, cwd: dir.path, paths }))).toEqual([line]);
});
