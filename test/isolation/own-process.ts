import { type IOType, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, closeSync, lchownSync, openSync } from "node:fs";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { tempFolder } from "../support/temp-folder.ts";

/** Nobody's, and no two test runs' at once. */
const ORDINARY_USER = 1_400_000_000 + (process.pid % 1_000_000);

export type ScriptEnd = { readonly printed: string; readonly complaints: string; readonly end: number | string | null };

/** Whom a harness can be, where the tests are root's: root, and a user made for it; else who the tests are. */
export const HARNESSES: readonly (readonly [name: string, user: number])[] =
	process.getuid?.() === 0
		? [
				["root", 0],
				["an ordinary user", ORDINARY_USER],
			]
		: [["an ordinary user", process.getuid?.() ?? -1]];

/** A descriptor that the process is given open, as by a careless parent: it leads to all files. */
export const GIVEN = 60;

/**
 * Runs a script of the tests in a process of its own, with a home and a temporary folder of its own, to its end. It comes bundled
 * into a folder of its user's, since a checkout may lie where only root can come to.
 */
export async function runScript(script: URL, user: number, args: readonly string[] = []): Promise<ScriptEnd> {
	await using folder = await tempFolder();
	const outfile = join(folder.path, "script.mjs");
	const banner = { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' };
	await build({ entryPoints: [fileURLToPath(script)], outfile, bundle: true, platform: "node", format: "esm", logLevel: "error", banner });
	const drop = user === process.getuid?.() ? {} : { uid: user, gid: user };
	if ("uid" in drop) lchownSync(folder.path, user, user);
	chmodSync(folder.path, 0o755);
	const env = { PATH: process.env.PATH, HOME: folder.path, TMPDIR: folder.path };
	const root = openSync("/", "r");
	const stdio: (IOType | number)[] = ["ignore", "pipe", "pipe", ...Array.from({ length: GIVEN - 3 }, () => "ignore" as const), root];
	const child = spawn(process.execPath, [outfile, ...args], { ...drop, env, cwd: folder.path, stdio });
	closeSync(root);
	const [printed, complaints] = await Promise.all([textOf(child.stdout), textOf(child.stderr), once(child, "close")]);
	return { printed, complaints, end: child.exitCode ?? child.signalCode };
}

async function textOf(stream: Readable | null): Promise<string> {
	return stream === null ? "" : await text(stream);
}
