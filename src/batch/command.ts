import type { CommandResult } from "../isolation/command.ts";
import { commandEnvironment, type PrivateFolders } from "../isolation/environment.ts";
import { placesOf } from "../workspace/scrub.ts";
import type { Workspace } from "../workspace/stage.ts";
import type { BatchSetting } from "./setting.ts";

/** Read and dropped beyond this; what is kept of it is decided by who reads it. */
const OUTPUT_BYTES = 200_000;

export type AuthoredCommand = {
	readonly text: string;
	readonly timeoutMs: number;
	/** Home and temporary folder, where they are not the agent's. */
	readonly folders?: PrivateFolders;
};

/** Runs a command of the suite's author (`setup`, `verify`) in a trial's workspace. The batch's cancel ends it. */
export function runAuthored(setting: BatchSetting, workspace: Workspace, command: AuthoredCommand): Promise<CommandResult> {
	return setting.isolation.run(
		{
			argv: ["bash", "-c", command.text],
			cwd: workspace.root,
			env: commandEnvironment({ workspace: workspace.root, folders: command.folders ?? workspace }),
			names: placesOf(workspace.root),
			timeoutMs: command.timeoutMs,
			outputBytes: OUTPUT_BYTES,
		},
		setting.cancel.signal,
	);
}
