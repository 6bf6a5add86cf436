import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { markedTree } from "../../src/isolation/marked-tree.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { isRunning } from "./bash-command.ts";

/** Above any process id. */
const NO_GROUP = 2 ** 23;

test("a process that shows no environment at first, as between two programs, is waited for and found", async () => {
	await using folder = await tempFolder();
	const tree = markedTree();
	const line = `echo ready; until [ -e go ]; do :; done; ASSAY_TRIAL=${tree.env({}).ASSAY_TRIAL} exec sleep 1000`;
	const child = spawn("bash", ["-c", line], { cwd: folder.path, env: {}, stdio: ["ignore", "pipe", "ignore"] });
	onTestFinished(() => void child.kill("SIGKILL"));
	await once(child.stdout, "data");
	tree.started({ pid: NO_GROUP, stdio: [null, null, null, null, null], exitCode: null, signalCode: null });
	const dying = tree.kill();
	writeFileSync(join(folder.path, "go"), "");
	await dying;
	expect(isRunning(child.pid ?? 0)).toBe(false);
});
