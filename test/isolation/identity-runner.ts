import { bwrapIsolation } from "../../src/isolation/bwrap.ts";
import { handOver } from "../../src/workspace/owner.ts";
import { stageWorkspace } from "../../src/workspace/stage.ts";

/** Prints what the commands on the command line print in a sandbox, one after another. */
const workspace = await stageWorkspace({ fixture: null });
const sandbox = bwrapIsolation().open(workspace.root);
if (sandbox.owner !== null) await handOver(workspace, sandbox.owner);
for (const line of process.argv.slice(2)) {
	const { output } = await sandbox.run({ argv: ["bash", "-c", line], as: "agent", timeoutMs: 60_000, outputBytes: 10_000 }, null);
	process.stdout.write(output);
}
sandbox.close();
await workspace.dispose();
