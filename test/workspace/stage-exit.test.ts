import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { tempFolder } from "../support/temp-folder.ts";
import { runBundled } from "./bundled.ts";

const SCRIPT = `
import { stageWorkspace } from "./workspace/stage.ts";
const [parent, keep] = process.argv.slice(2);
stageWorkspace({ fixture: null, parent, keep: keep === "keep" }).then(({ root }) => {
	process.stdout.write(root);
	process.exitCode = 0;
	setImmediate(() => process.exit());
});
`;

test("what a harness that exits left behind is removed, unless it is to be kept", async () => {
	await using parent = await tempFolder();
	const left = await runBundled(SCRIPT, [parent.path]);
	expect(left).toContain(parent.path);
	expect(existsSync(left)).toBe(false);
	expect(existsSync(await runBundled(SCRIPT, [parent.path, "keep"]))).toBe(true);
});
