import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tempFolder } from "../support/temp-folder.ts";
import { runBundled } from "../workspace/bundled.ts";
import { isRunning } from "./bash-command.ts";

const SCRIPT = `
import { runProcess } from "./isolation/run-process.ts";
const command = (line: string) => ({ argv: ["bash", "-c", line], cwd: "/tmp", env: { PATH: "/usr/bin:/bin" }, timeoutMs: 3_600_000, names: [], outputBytes: 100 });
const controller = new AbortController();
runProcess(command("sleep 1000 & setsid sleep 1000 & echo done"), controller.signal)
	.then((first) => {
		process.stdout.write(first.output);
		return runProcess(command("exec assay-nonesuch"), controller.signal);
	})
	.then((second) => process.stdout.write([second.exitCode, ...process.getActiveResourcesInfo().filter((kind) => kind === "Timeout")].join(" ")));
`;

test("after its commands nothing keeps the harness's process going: no timer, no pipe", async () => {
	expect(await runBundled(SCRIPT)).toBe("done\n127");
});

const LEAVES = `
import { runProcess } from "./isolation/run-process.ts";
const line = "echo $$ > pids; setsid bash -c 'echo $$ >> pids; kill -USR2 " + process.pid + "; sleep 1000; true' & wait";
process.once("SIGUSR2", () => process.exit());
runProcess({ argv: ["bash", "-c", line], cwd: process.argv[2], env: { PATH: "/usr/bin:/bin" }, timeoutMs: 3_600_000, names: [], outputBytes: 100 }, null);
`;

test("a harness that exits while a command runs leaves none of it behind", async () => {
	await using folder = await tempFolder();
	await runBundled(LEAVES, [folder.path]);
	const pids = (await readFile(join(folder.path, "pids"), "utf8")).trim().split("\n").map(Number);
	expect(pids).toHaveLength(2);
	while (pids.some(isRunning));
});
