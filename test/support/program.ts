import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Readable } from "node:stream";

/** The checkout whose built program is tested. */
export const CHECKOUT: string = join(import.meta.dirname, "../..");
export const BIN: string = join(CHECKOUT, "bin/assay.js");

if (!existsSync(join(CHECKOUT, "dist/bin/main.js"))) throw new Error("the program is not built: run `npm run build`");

export type Where = {
	readonly cwd: string;
	/** On top of PATH; nothing else of the test's own environment reaches the program. */
	readonly env?: Readonly<Record<string, string>>;
};

export type Ended = {
	readonly code: number | null;
	/** What killed it; null when it came to its own end. */
	readonly signal: NodeJS.Signals | null;
	readonly stdout: string;
	readonly stderr: string;
};

export type Program = {
	readonly child: ChildProcess;
	readonly ended: Promise<Ended>;
	/** The first line on stdout or stderr that is like this, counted from the start; rejects when the program ends without one. */
	readonly line: (like: RegExp) => Promise<string>;
};

/** Runs `assay` with these arguments to its end. */
export function assay(args: readonly string[], where: Where): Promise<Ended> {
	return startAssay(args, where).ended;
}

export function startAssay(args: readonly string[], where: Where): Program {
	return startProgram([process.execPath, BIN, ...args], where);
}

/** Starts any command line, such as a shell that has `assay` in a pipe. */
export function startProgram([file = "", ...args]: readonly string[], { cwd, env = {} }: Where): Program {
	const child = spawn(file, args, { cwd, env: { PATH: process.env.PATH, ...env }, stdio: ["ignore", "pipe", "pipe"] });
	const [stdout, stderr] = [follow(child.stdout), follow(child.stderr)];
	const ended = new Promise<Ended>((resolve, reject) => {
		child.once("error", reject);
		child.once("close", (code, signal) => resolve({ code, signal, stdout: stdout.text(), stderr: stderr.text() }));
	});
	const without = async (like: RegExp): Promise<never> => {
		const { code, stdout: out, stderr: err } = await ended;
		throw new Error(`ended with ${code} before a line like ${like}:\n${out}\n${err}`);
	};
	return { child, ended, line: (like) => Promise.race([stdout.line(like), stderr.line(like), without(like)]) };
}

type Followed = { readonly text: () => string; readonly line: (like: RegExp) => Promise<string> };

/** Keeps all that a stream says, and tells of a line as soon as it is whole. */
function follow(stream: Readable): Followed {
	let text = "";
	const looks = new Set<() => void>();
	stream.setEncoding("utf8").on("data", (chunk: string) => {
		text += chunk;
		for (const look of looks) look();
	});
	return {
		text: () => text,
		line: (like) =>
			new Promise((resolve) => {
				const look = (): void => {
					const line = text
						.slice(0, text.lastIndexOf("\n") + 1)
						.split("\n")
						.find((candidate) => like.test(candidate));
					if (line === undefined) return;
					looks.delete(look);
					resolve(line);
				};
				looks.add(look);
				look();
			}),
	};
}
