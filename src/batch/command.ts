import type { CommandResult } from "../isolation/command.ts";
import { runShellText } from "../isolation/shell-text.ts";
import type { BatchSetting } from "./setting.ts";
import type { ReadyWorkspace } from "./stage.ts";

/** Read and dropped beyond this; what is kept of it is decided by who reads it. */
const OUTPUT_BYTES = 200_000;

export type AuthoredCommand = { readonly text: string; readonly timeoutMs: number; readonly as: "agent" | "grader" };

/** Runs a command of the suite's author (`setup`, `verify`) in a trial's workspace. The batch's cancel ends it. */
export function runAuthored(
	{ cancel }: BatchSetting,
	{ sandbox }: Pick<ReadyWorkspace, "sandbox">,
	command: AuthoredCommand,
): Promise<CommandResult> {
	return runShellText(sandbox, { outputBytes: OUTPUT_BYTES, ...command }, cancel.signal);
}
