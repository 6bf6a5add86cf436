import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, rmdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { groupPrefix, sweepGroups } from "../../src/isolation/stale-groups.ts";
import { tempFolder } from "../support/temp-folder.ts";

test("groups of harnesses that are no more are swept, those of living ones and of strangers are not", async () => {
	await using folder = await tempFolder();
	const own = groupPrefix();
	const { pid } = spawnSync("true");
	const [gone, reused] = [own.replace(`-${process.pid}-`, `-${pid}-`), own.replace(/\d+-$/, "1-")];
	const otherNamespace = gone.replace(/^assay-\d+/, "assay-1");
	for (const prefix of [own, gone, reused, otherNamespace]) mkdirSync(join(folder.path, `${prefix}x`));
	for (const name of ["assay-1", "system.slice"]) mkdirSync(join(folder.path, name));
	sweepGroups(folder.path, rmdirSync);
	expect(readdirSync(folder.path).sort()).toEqual([`${own}x`, `${otherNamespace}x`, "assay-1", "system.slice"].sort());
});

test("where no groups are, there is nothing to sweep", () => {
	expect(() => sweepGroups("/nonesuch", rmdirSync)).not.toThrow();
});
