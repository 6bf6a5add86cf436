import type { CommandResult } from "../isolation/command.ts";
import { runProcess } from "../isolation/run-process.ts";

const TIMEOUT_MS = 5_000;

/** The commit that a suite stands at, and whether anything in it was changed since; null where there is no git. */
export async function gitState(root: string): Promise<{ readonly commit: string; readonly dirty: boolean } | null> {
	const head = await git(root, ["rev-parse", "HEAD"]);
	if (head.exitCode !== 0) return null;
	const status = await git(root, ["status", "--porcelain", "--untracked-files=no", "--", "."]);
	return { commit: head.output.trim(), dirty: status.exitCode !== 0 || status.output.trim() !== "" };
}

function git(root: string, args: readonly string[]): Promise<CommandResult> {
	const env = { PATH: process.env.PATH ?? "", HOME: process.env.HOME ?? "/", LC_ALL: "C.UTF-8" };
	return runProcess({ argv: ["git", ...args], cwd: root, env, names: [], timeoutMs: TIMEOUT_MS, outputBytes: 100_000 }, null);
}
