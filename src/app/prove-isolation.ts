import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Isolation } from "../isolation/command.ts";
import { type Breach, probe } from "../isolation/probe.ts";
import { reachable } from "../isolation/readable.ts";
import { handOver } from "../workspace/owner.ts";
import { stageWorkspace } from "../workspace/stage.ts";

/** Tries to break out of a level as a trial's command could, from a workspace like any other. */
export async function proveIsolation(isolation: Isolation): Promise<readonly Breach[]> {
	const outside = mkdtempSync(join(tmpdir(), "assay-outside-"));
	await using workspace = await stageWorkspace({ fixture: null });
	const sandbox = isolation.open(workspace.root);
	try {
		if (sandbox.owner !== null) await handOver(workspace, sandbox.owner);
		if ((await reachable([workspace.root], sandbox.owner)).length === 0) return [{ what: closedOff() }];
		return await probe(sandbox, outside);
	} finally {
		sandbox.close();
		rmSync(outside, { recursive: true });
	}
}

/** As root commands run under users of their own, to whom a folder in a home of root's is closed. */
function closedOff(): string {
	return `the user of a trial cannot come to its workspace: ${tmpdir()}, where it lies (TMPDIR), is closed to others`;
}
