import type { CommandResult } from "../isolation/command.ts";
import type { BatchSetting } from "./setting.ts";
import type { ReadyWorkspace } from "./stage.ts";

/** Read and dropped beyond this; what is kept of it is decided by who reads it. */
const OUTPUT_BYTES = 200_000;

export type AuthoredCommand = { readonly text: string; readonly timeoutMs: number; readonly as: "agent" | "grader" };

/** Runs a command of the suite's author (`setup`, `verify`) in a trial's workspace. The batch's cancel ends it. */
export function runAuthored(
	{ cancel }: BatchSetting,
	{ sandbox }: Pick<ReadyWorkspace, "sandbox">,
	{ text, ...command }: AuthoredCommand,
): Promise<CommandResult> {
	return sandbox.run({ argv: ["bash", "-c", text], outputBytes: OUTPUT_BYTES, ...command }, cancel.signal);
}
