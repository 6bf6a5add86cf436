import { existsSync, readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { removeTree } from "../../src/workspace/remove.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { runBundled } from "./bundled.ts";

const SCRIPT = `
import { stageWorkspace } from "./workspace/stage.ts";
import { execFileSync } from "node:child_process";
const [parent, what, grow] = process.argv.slice(2);
stageWorkspace({ fixture: null, parent, keep: what === "keep" }).then(async ({ root, dispose }) => {
	process.stdout.write(root);
	if (grow !== undefined) execFileSync("sh", ["-c", grow], { cwd: root });
	if (what === "dispose") await dispose();
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

test("a tree deeper than any path can say is disposed of, and one that was not costs no word and no exit code", async () => {
	await using parent = await tempFolder();
	const grow = `steps=$(printf 'd/%.0s' $(seq 200)); for step in $(seq 15); do mkdir -p "$steps" && cd -P "$steps" || exit 1; done`;
	await runBundled(SCRIPT, [parent.path, "dispose", grow]);
	expect(readdirSync(parent.path)).toEqual([]);
	await removeTree(await runBundled(SCRIPT, [parent.path, "exit", grow]));
});
