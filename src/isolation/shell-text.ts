import type { Command, CommandResult, Sandbox } from "./command.ts";

/** A command line instead of a program with its arguments. */
export type ShellText = Omit<Command, "argv"> & { readonly text: string };

/** Runs a command line by bash, or by sh where bash cannot be started. */
export async function runShellText(
	sandbox: Pick<Sandbox, "run">,
	{ text, ...command }: ShellText,
	signal: AbortSignal | null,
): Promise<CommandResult> {
	const first = await sandbox.run({ argv: ["bash", "-c", text], ...command }, signal);
	return first.end === "not-started" ? await sandbox.run({ argv: ["sh", "-c", text], ...command }, signal) : first;
}
