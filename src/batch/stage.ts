import { join } from "node:path";
import type { StopCause } from "../agent/stop-code.ts";
import { messageOf } from "../core/error.ts";
import type { Replacement } from "../core/scrub.ts";
import { tailBytes } from "../core/text.ts";
import type { Sandbox, SandboxReport } from "../isolation/command.ts";
import { placesOf } from "../isolation/places.ts";
import type { Manifest } from "../workspace/change.ts";
import { takeManifest } from "../workspace/manifest.ts";
import { handOver } from "../workspace/owner.ts";
import { stageWorkspace, type Workspace } from "../workspace/stage.ts";
import { runAuthored } from "./command.ts";
import type { OpenTrial } from "./open.ts";
import type { BatchSetting } from "./setting.ts";

const SETUP_TIMEOUT_MS = 5 * 60_000;

/** A workspace as the agent will find it, what it held then, and where commands run in it. */
export type ReadyWorkspace = Workspace & { readonly before: Manifest; readonly sandbox: Sandbox };

/** A workspace, or why it could not be made ready. */
type Ready = { readonly workspace: ReadyWorkspace; readonly problem: null } | { readonly workspace: null; readonly problem: StopCause };

export type Staged = Ready & {
	/** Names that this machine gave to the workspace, with what stands for them in every file. */
	readonly names: readonly Replacement[];
	/** Where the workspace stays when the trial is over; null when it goes. */
	readonly kept: string | null;
	/** Ends what commands may still hold, and says what they took. A second call says the same. */
	readonly close: () => SandboxReport;
	readonly dispose: () => Promise<void>;
};

/** Copies the fixture into a private folder and runs the case's `setup` there; the diff counts from then on. */
export async function stageTrial(setting: BatchSetting, { subject, problem }: OpenTrial): Promise<Staged> {
	if (problem !== null) return nowhere(problem);
	const keep = setting.keepWorkspaces;
	try {
		const fixture = subject.fixture === null ? null : join(setting.config.fixturesDir, subject.fixture);
		const workspace = await stageWorkspace({ fixture, keep });
		const sandbox = setting.isolation.open(workspace.root);
		const ready = await makeReady(setting, { ...workspace, sandbox }, subject.setup);
		const dispose = disposerOf(workspace, keep);
		return { names: placesOf(workspace.root), kept: keep ? workspace.root : null, close: sandbox.close, dispose, ...ready };
	} catch (error) {
		return nowhere({ code: "setup_error", message: `the fixture cannot be copied: ${messageOf(error)}` });
	}
}

function nowhere(problem: StopCause): Staged {
	return { workspace: null, problem, names: [], kept: null, close: () => ({ peakBytes: null }), dispose: async () => {} };
}

/** A folder that will not go costs no trial: it is tried again when the program ends. */
function disposerOf(workspace: Workspace, keep: boolean): () => Promise<void> {
	return async () => (keep ? undefined : workspace.dispose().catch(() => undefined));
}

async function makeReady(setting: BatchSetting, workspace: Omit<ReadyWorkspace, "before">, setup: string | null): Promise<Ready> {
	try {
		const { sandbox } = workspace;
		if (sandbox.owner !== null) await handOver(workspace, sandbox.owner);
		const problem = setup === null ? null : await runSetup(setting, sandbox, setup);
		if (problem !== null) return { workspace: null, problem };
		const before = await takeManifest(workspace.root, setting.config.diffIgnore);
		return { workspace: { before, ...workspace }, problem: null };
	} catch (error) {
		return { workspace: null, problem: { code: "setup_error", message: messageOf(error) } };
	}
}

async function runSetup(setting: BatchSetting, sandbox: Sandbox, text: string): Promise<StopCause | null> {
	const { end, exitCode, output } = await runAuthored(setting, { sandbox }, { text, timeoutMs: SETUP_TIMEOUT_MS, as: "agent" });
	if (end === "cancelled") return { code: "cancelled" };
	if (end === "exited" && exitCode === 0) return null;
	return { code: "setup_error", message: `setup ${end}, exit code ${exitCode}: ${tailBytes(output, 600)}` };
}
