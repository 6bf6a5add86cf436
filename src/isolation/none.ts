import type { Command, Isolation, ProcessCommand } from "./command.ts";
import { commandEnvironment } from "./environment.ts";
import { foldersOf, placesOf } from "./places.ts";
import { runProcess } from "./run-process.ts";

/** No isolation: a command sees the machine as the harness does, but not the harness's environment. Only its tree is bounded. */
export const noIsolation: Isolation = {
	level: "none",
	open: (workspace) => ({
		owner: null,
		run: (command, signal) => runProcess(processOf(command, workspace), signal),
		close: () => ({ peakBytes: null }),
	}),
};

function processOf({ as, ...command }: Command, workspace: string): ProcessCommand {
	const env = commandEnvironment({ workspace, folders: foldersOf(workspace, as) });
	return { ...command, cwd: workspace, env, names: placesOf(workspace) };
}
