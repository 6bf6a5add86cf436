import { gatherEvidence } from "../grade/gather.ts";
import { verifiesOf } from "../grade/verify-files.ts";
import { graderFolders } from "../isolation/places.ts";
import type { Recorder } from "../recording/recorder.ts";
import { diffManifests } from "../workspace/diff.ts";
import { freshFolder } from "../workspace/fresh-folder.ts";
import { takeManifest } from "../workspace/manifest.ts";
import { runAuthored } from "./command.ts";
import type { OpenTrial } from "./open.ts";
import type { BatchSetting } from "./setting.ts";
import type { ReadyWorkspace } from "./stage.ts";

type Stage = { readonly workspace: ReadyWorkspace; readonly recorder: Recorder; readonly graded: boolean };

/** The agent's processes are dead. The diff is taken first; only then do graders put their files in and run (DESIGN §5). */
export async function gather(setting: BatchSetting, trial: OpenTrial, { workspace, recorder, graded }: Stage): Promise<void> {
	const after = await takeManifest(workspace.root, setting.config.diffIgnore);
	recorder.write({ type: "diff", changes: diffManifests(workspace.before, after) });
	if (!graded) return;
	const { expect } = trial.subject;
	const folders = graderFolders(workspace.root);
	// Most cases have no command that would use them.
	if (verifiesOf(expect).length > 0)
		await Promise.all([folders.home, folders.tmp].map((folder) => freshFolder(folder, workspace.sandbox.owner)));
	await gatherEvidence({ expect, caseDirectory: trial.caseDirectory }, workspace, {
		run: (text, timeoutMs) => runAuthored(setting, workspace, { text, timeoutMs, as: "grader" }),
		emit: (line) => recorder.write(line),
	});
}
