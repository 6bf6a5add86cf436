import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { killTree, newTree } from "../../src/isolation/tree.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { isRunning } from "./bash-command.ts";

/** Above any process id. */
const NO_GROUP = 2 ** 23;

test("a process that shows no environment at first, as between two programs, is waited for and found", async () => {
	await using folder = await tempFolder();
	const tree = newTree();
	const line = `echo ready; until [ -e go ]; do :; done; ASSAY_TRIAL=${tree.mark} exec sleep 1000`;
	const child = spawn("bash", ["-c", line], { cwd: folder.path, env: {}, stdio: ["ignore", "pipe", "ignore"] });
	onTestFinished(() => void child.kill("SIGKILL"));
	await once(child.stdout, "data");
	const dying = killTree(tree, NO_GROUP);
	writeFileSync(join(folder.path, "go"), "");
	await dying;
	expect(isRunning(child.pid ?? 0)).toBe(false);
});
