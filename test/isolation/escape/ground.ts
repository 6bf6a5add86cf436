import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bwrapIsolation } from "../../../src/isolation/bwrap.ts";
import type { CommandResult, Isolation, Sandbox } from "../../../src/isolation/command.ts";
import { handOver } from "../../../src/workspace/owner.ts";
import { stageWorkspace, type Workspace } from "../../../src/workspace/stage.ts";
import { sandboxedProcesses } from "./sandboxed-processes.ts";

export const CANARY = "canary-4711-of-the-harness";
const LIMITS = { memoryBytes: 64 * 1024 ** 2, processes: 48, fileBytes: 1024 ** 2, cpuSeconds: 60 };

export type Trial = {
	readonly workspace: Workspace;
	readonly sandbox: Sandbox;
	readonly run: (line: string, timeoutMs?: number) => Promise<CommandResult>;
};

/** Two trials side by side, and on the machine around them what one of them should not come to. */
export type Ground = {
	readonly trial: Trial;
	readonly other: Trial;
	/** A folder of the machine that everyone may write to, with a file `kept` in it. */
	readonly outside: string;
	/** A process of the user under whom commands run, where that is the harness's own, with the canary in its environment. */
	readonly neighbour: ChildProcess;
};

export async function onGround(attempt: (ground: Ground) => Promise<void>): Promise<void> {
	process.env.ASSAY_ESCAPE_KEY = CANARY;
	const isolation = bwrapIsolation({ limits: LIMITS });
	const [trial, other] = [await openTrial(isolation), await openTrial(isolation)];
	const outside = mkdtempSync(join(tmpdir(), "escape-outside-"));
	chmodSync(outside, 0o777);
	writeFileSync(join(outside, "kept"), CANARY);
	const neighbour = spawn("sleep", ["1000"], { stdio: "ignore", env: { ...process.env, ASSAY_ESCAPE_KEY: CANARY } });
	try {
		await once(neighbour, "spawn");
		await attempt({ trial, other, outside, neighbour });
		await assertUnharmed({ trial, other, outside, neighbour });
	} finally {
		neighbour.kill("SIGKILL");
		for (const { sandbox, workspace } of [trial, other]) {
			sandbox.close();
			await workspace.dispose();
			assert.equal(existsSync(join(workspace.root, "..")), false, "files of a trial stayed");
		}
		rmSync(outside, { recursive: true });
	}
}

async function openTrial(isolation: Isolation): Promise<Trial> {
	const workspace = await stageWorkspace({ fixture: null });
	const sandbox = isolation.open(workspace.root);
	if (sandbox.owner !== null) await handOver(workspace, sandbox.owner);
	const run = (line: string, timeoutMs = 20_000): Promise<CommandResult> =>
		sandbox.run({ argv: ["bash", "-c", line], as: "agent", timeoutMs, outputBytes: 20_000 }, null);
	return { workspace, sandbox, run };
}

/** Nothing of the last command runs any more, and the next one is as if it had not been. */
async function assertUnharmed({ trial, other, neighbour }: Ground): Promise<void> {
	assertNothingRuns(trial);
	for (const { run } of [trial, other]) {
		const next = await run("echo fine > fine && cat fine && id -un");
		assert.deepEqual(next, { end: "exited", exitCode: 0, signal: null, output: "fine\nagent\n", truncated: false });
	}
	assert.equal(neighbour.exitCode ?? neighbour.signalCode, null, "a process beside the sandbox was ended");
}

export function assertNothingRuns({ sandbox }: Trial): void {
	const user = sandbox.owner?.uid ?? process.getuid?.() ?? -1;
	assert.deepEqual(sandboxedProcesses(user), [], "something of the command still runs");
}

/** What a command says of itself must be this and no more; what it complains of on stderr is left out. */
export async function assertSays({ run }: Trial, line: string, words: readonly string[]): Promise<void> {
	const { output } = await run(`{ ${line}\n} 2>/dev/null; echo tried`);
	assert.deepEqual(output.split("\n"), [...words, "tried", ""]);
}
