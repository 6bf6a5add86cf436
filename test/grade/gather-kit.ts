import { spawn } from "node:child_process";
import { chown, mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { GatherPorts } from "../../src/grade/gather.ts";
import type { CommandResult } from "../../src/isolation/command.ts";

export type Folder = { readonly path: string; readonly [Symbol.asyncDispose]: () => Promise<void> };

/** A temporary folder with files in it, by their path. */
export async function folderOf(files: Readonly<Record<string, string>> = {}): Promise<Folder> {
	const path = await realpath(await mkdtemp(join(tmpdir(), "assay-grade-")));
	for (const [name, content] of Object.entries(files)) {
		await mkdir(dirname(join(path, name)), { recursive: true });
		await writeFile(join(path, name), content);
	}
	return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

/** Runs commands with a shell of this machine, without isolation. */
export function runIn(cwd: string): GatherPorts["run"] {
	return (command, timeoutMs) =>
		new Promise((resolve) => {
			const child = spawn("sh", ["-c", `${command} 2>&1`], {
				cwd,
				stdio: ["ignore", "pipe", "ignore"],
				timeout: timeoutMs,
				killSignal: "SIGKILL",
			});
			let output = "";
			child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
				output += chunk;
			});
			child.on("close", (exitCode, signal) =>
				resolve(resultOf({ exitCode, signal, end: signal === null ? "exited" : "timed-out", output })),
			);
			child.on("error", () => resolve(resultOf({ exitCode: null, end: "not-started" })));
		});
}

export function resultOf(given: Partial<CommandResult>): CommandResult {
	return { exitCode: 0, signal: null, end: "exited", output: "", truncated: false, ...given };
}

/** Root may do everything: does something as nobody, who is given some paths first. */
export async function unprivileged<T>(owned: readonly string[], call: () => Promise<T>): Promise<T> {
	if (process.geteuid?.() !== 0) return call();
	for (const path of owned) await chown(path, NOBODY, NOBODY);
	process.seteuid?.(NOBODY);
	try {
		return await call();
	} finally {
		process.seteuid?.(0);
	}
}

const NOBODY = 65_534;
