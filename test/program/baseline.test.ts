import { join } from "node:path";
import { expect, test } from "vitest";
import { assay, CHECKOUT } from "../support/program.ts";
import { cardSha } from "../support/run-files.ts";
import { tempFolder } from "../support/temp-folder.ts";

test("the shipped suite still has the card that is committed; `bash reports/baseline/update` writes a new one", async () => {
	await using out = await tempFolder();
	const run = join(out.path, "run");

	expect(await assay(["run", "-a", "oracle", "-o", run, "--reporter", "silent"], { cwd: CHECKOUT })).toMatchObject({ code: 0 });
	expect(cardSha(run)).toBe(cardSha(join(CHECKOUT, "reports/baseline/shipped")));
});
