import { constants } from "node:os";
import type { Command, CommandResult, Isolation, ProcessCommand } from "./command.ts";
import { commandEnvironment } from "./environment.ts";
import { missingProgram } from "./find-program.ts";
import { intoNamespace } from "./into-namespace.ts";
import { markedTree } from "./marked-tree.ts";
import { namespaceTree } from "./namespace-tree.ts";
import { foldersOf, placesOf } from "./places.ts";
import { runProcess } from "./run-process.ts";

/**
 * No isolation: a command sees the machine as the harness does, but not the harness's environment. Only its tree is bounded: as
 * root by a namespace of process ids, else by a mark.
 */
export const noIsolation: Isolation = {
	level: "none",
	open: (workspace) => ({
		owner: null,
		run: (command, signal) => run(processOf(command, workspace), signal),
		close: () => ({ peakBytes: null }),
	}),
};

async function run(command: ProcessCommand, signal: AbortSignal | null): Promise<CommandResult> {
	const missing = missingProgram(command.argv[0], command.env);
	if (missing !== null) return missing;
	const wrap = intoNamespace();
	if (wrap !== null) return await runProcess({ ...command, argv: wrap(command.argv) }, signal, namespaceTree());
	return asShellsTell(await runProcess(command, signal, markedTree()));
}

const SIGNALS: Readonly<Record<string, number>> = constants.signals;

/** A command that a signal ended has the code that shells give it, at every level: a namespace tells no more than that. */
function asShellsTell(result: CommandResult): CommandResult {
	const number = result.signal === null ? undefined : SIGNALS[result.signal];
	return result.end === "exited" && number !== undefined ? { ...result, exitCode: 128 + number, signal: null } : result;
}

function processOf({ as, ...command }: Command, workspace: string): ProcessCommand {
	const env = commandEnvironment({ workspace, folders: foldersOf(workspace, as) });
	return { ...command, cwd: workspace, env, names: placesOf(workspace) };
}
