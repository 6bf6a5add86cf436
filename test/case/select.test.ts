import { join } from "node:path";
import { expect, test } from "vitest";
import { loadSuite } from "../../src/case/load.ts";
import type { Selection } from "../../src/case/select.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { linesOf, loadFiles, PORTS, refusalOf, SOUND } from "./suite-dir.ts";

const FILES = {
	"cases/web.yaml": SOUND,
	"cases/codegen/median.yaml": SOUND.replace("[x]", "[x, slow]"),
	"cases/codegen/deep/sort.yaml": SOUND.replace("[x]", "[slow]"),
	"cases/sums.yaml": `${SOUND}rows: sums.jsonl\n`,
	"cases/sums.jsonl": '{"id": "one"}\n{"id": "two"}\n',
	"README.md": "",
};

const ALL = ["codegen/deep/sort", "codegen/median", "sums/one", "sums/two", "web"];

test.each<[Partial<Selection>, readonly string[]]>([
	[{}, ALL],
	[{ paths: ["."] }, ALL],
	[{ paths: ["cases/web.yaml"] }, ["web"]],
	[{ paths: ["cases/sums.yaml", "./cases/codegen/deep/"] }, ["codegen/deep/sort", "sums/one", "sums/two"]],
	[{ tags: ["slow"] }, ["codegen/deep/sort", "codegen/median"]],
	[{ tags: ["slow", "x"], notTags: ["slow"] }, ["sums/one", "sums/two", "web"]],
	[{ notTags: ["slow", "unheard-of"] }, ["sums/one", "sums/two", "web"]],
	[{ caseGlobs: ["codegen/*"] }, ["codegen/median"]],
	[{ caseGlobs: ["codegen/**", "sums/t*"] }, ["codegen/deep/sort", "codegen/median", "sums/two"]],
	[{ paths: ["cases/codegen"], tags: ["x"], caseGlobs: ["**"] }, ["codegen/median"]],
])("%j selects %j", async (selection, ids) => {
	const { cases } = await loadFiles(FILES, selection);
	expect(cases.map(({ id }) => id)).toEqual(ids);
});

test.each<[Partial<Selection>, readonly string[]]>([
	[{ paths: ["cases/wbe.yaml"] }, ['no such path: "cases/wbe.yaml"; did you mean "cases/web.yaml"?']],
	[
		{ paths: ["README.md", "/"] },
		[
			'no case in "/"; name a case file, or a folder of them, that `cases` of assay.yaml finds',
			'no case in "README.md"; name a case file, or a folder of them, that `cases` of assay.yaml finds',
		],
	],
	[{ tags: ["slwo"] }, ['no case has the tag "slwo"; did you mean "slow"?']],
	[{ caseGlobs: ["codegen/*", "codgen/median"] }, ['no case id matches "codgen/median"; did you mean "codegen/median"?']],
	[{ tags: ["x"], caseGlobs: ["codegen/deep/*"] }, ["no case is left; choose other paths, tags or globs"]],
	[{ notTags: ["x", "slow"] }, ["no case is left; choose other paths, tags or globs"]],
])("%j selects nothing, and says so", async (selection, lines) => {
	expect(await refusalOf(FILES, selection)).toEqual(lines);
});

test.each(["cases/web.yaml", "./cases/web.yaml", "cases/codegen", "cases/codegen/"])(
	"%s, from a folder that it is not seen from, is told with the path that would do",
	async (path) => {
		await using dir = await tempFolder({ ...FILES, "assay.yaml": "name: x\n", "elsewhere/x": "" });
		const selection = { cwd: join(dir.path, "elsewhere"), paths: [path], tags: [], notTags: [], caseGlobs: [] };
		const would = join(dir.path, path.replace(/\/$/, ""));
		const lines = await linesOf(() => loadSuite(join(dir.path, "assay.yaml"), selection, PORTS));
		expect(lines).toEqual([`no such path: "${path}"; paths are seen from the current folder: write "${would}"`]);
		expect(await linesOf(() => loadSuite(join(dir.path, "assay.yaml"), { ...selection, paths: [would] }, PORTS))).toEqual([]);
	},
);

test("files that are not asked for are not read", async () => {
	const { cases } = await loadFiles({ ...FILES, "cases/broken.yaml": "nonsense" }, { paths: ["cases/web.yaml"] });
	expect(cases.map(({ id }) => id)).toEqual(["web"]);
});
