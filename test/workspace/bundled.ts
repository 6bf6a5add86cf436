import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { tempFolder } from "../support/temp-folder.ts";

/**
 * Runs a script that imports sources in a process of its own, and resolves with its stdout when that process has ended by
 * itself, without a word on stderr.
 */
export async function runBundled(script: string, args: readonly string[] = []): Promise<string> {
	await using folder = await tempFolder();
	const outfile = join(folder.path, "script.cjs");
	const sources = join(import.meta.dirname, "../../src");
	await build({
		stdin: { contents: script, resolveDir: sources, loader: "ts" },
		outfile,
		bundle: true,
		platform: "node",
		format: "cjs",
		logLevel: "error",
	});
	const { stdout, stderr } = await promisify(execFile)(process.execPath, [outfile, ...args]);
	if (stderr !== "") throw new Error(stderr);
	return stdout;
}
