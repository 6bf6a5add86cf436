import { bwrapIsolation } from "../../src/isolation/bwrap.ts";
import type { Isolation } from "../../src/isolation/command.ts";
import { noIsolation } from "../../src/isolation/none.ts";
import { handOver } from "../../src/workspace/owner.ts";
import { stageWorkspace } from "../../src/workspace/stage.ts";

/** A harness that kills itself while commands of other trials come, go and stay. */
const [, , level = "", mark = "", rounds = ""] = process.argv;
const isolation: Isolation = level === "bwrap" ? bwrapIsolation() : noIsolation;
const LINES = [
	`: ${mark}`,
	`sleep 0.${mark}`,
	`setsid sleep 1000.${mark} & sleep 1000.${mark}`,
	`env -i setsid sleep 1000.${mark} > /dev/null 2>&1 & true`,
];

async function play(index: number): Promise<void> {
	const workspace = await stageWorkspace({ fixture: null });
	const sandbox = isolation.open(workspace.root);
	if (sandbox.owner !== null) await handOver(workspace, sandbox.owner);
	const run = (line: string, timeoutMs: number): Promise<unknown> =>
		sandbox.run({ argv: ["bash", "-c", line], as: "agent", timeoutMs, outputBytes: 100 }, null);
	for (let round = 0; index > 0; round += 1) await run(LINES[(index + round) % LINES.length] ?? "", 20);
	for (let round = 0; round < Number(rounds); round += 1) await run("true", 1_000);
	process.kill(process.pid, "SIGKILL");
}

for (let index = 0; index < 4; index += 1) void play(index);
