import { join } from "node:path";
import { messageOf } from "../core/error.ts";
import { tailBytes } from "../core/text.ts";
import type { Manifest } from "../workspace/change.ts";
import { takeManifest } from "../workspace/manifest.ts";
import { stageWorkspace, type Workspace } from "../workspace/stage.ts";
import { namesOf, runAuthored } from "./command.ts";
import type { OpenTrial } from "./open.ts";
import type { BatchSetting } from "./setting.ts";

const SETUP_TIMEOUT_MS = 5 * 60_000;

/** A workspace as the agent will find it, and what it held then. */
export type ReadyWorkspace = Workspace & { readonly before: Manifest };

export type Staged = {
	/** Null when it could not be made ready; `problem` says why. */
	readonly workspace: ReadyWorkspace | null;
	readonly problem: string;
	/** Names that this machine gave to the workspace, with what stands for them in every file. */
	readonly names: readonly { readonly find: string; readonly replace: string }[];
	readonly dispose: () => Promise<void>;
};

/** Copies the fixture into a private folder and runs the case's `setup` there; the diff counts from then on. */
export async function stageTrial(setting: BatchSetting, { subject }: OpenTrial): Promise<Staged> {
	const fixture = subject.fixture === null ? null : join(setting.config.fixturesDir, subject.fixture);
	let workspace: Workspace;
	try {
		workspace = await stageWorkspace({ fixture });
	} catch (error) {
		return { workspace: null, problem: `the fixture cannot be copied: ${messageOf(error)}`, names: [], dispose: async () => {} };
	}
	const common = { names: namesOf(workspace), dispose: () => workspace.dispose() };
	const problem = subject.setup === null ? null : await runSetup(setting, workspace, subject.setup);
	if (problem !== null) return { workspace: null, problem, ...common };
	const before = await takeManifest(workspace.root, setting.config.diffIgnore);
	return { workspace: { ...workspace, before }, problem: "", ...common };
}

async function runSetup(setting: BatchSetting, workspace: Workspace, text: string): Promise<string | null> {
	const { end, exitCode, output } = await runAuthored(setting, workspace, { text, timeoutMs: SETUP_TIMEOUT_MS });
	if (end === "exited" && exitCode === 0) return null;
	return `setup ${end}, exit code ${exitCode}: ${tailBytes(output, 600)}`;
}
