import { type ChildProcess, execFile, type IOType } from "node:child_process";
import { closeSync, constants, openSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { promisify } from "node:util";

/** Where a command writes. `streams` is asked for once, right after the start, also when the start failed. */
export type OutputPipe = {
	readonly stdio: readonly (IOType | number)[];
	readonly streams: (child: ChildProcess | null) => readonly Readable[];
};

const run = promisify(execFile);
const idle: number[] = [];

/**
 * One FIFO for stdout and stderr. Node's own pipes are two sockets: the order of what was written to both is lost, and
 * `> /dev/stderr` fails on a socket. Without /proc or mkfifo they have to do.
 */
export async function outputPipe(): Promise<OutputPipe> {
	const keeper = idle.pop() ?? (await makeFifo());
	return keeper === null ? nodePipes : openFifo(keeper);
}

const nodePipes: OutputPipe = {
	stdio: ["ignore", "pipe", "pipe"],
	streams: (child) => [child?.stdout, child?.stderr].flatMap((stream) => stream ?? []),
};

/**
 * A nameless FIFO, held by a read end that is never read: reopening it by /proc gives it to one command after another. A command
 * that runs as another user opens it by name too (`> /dev/stderr`); nobody else can come to it, in a folder that only we enter.
 */
async function makeFifo(): Promise<number | null> {
	if (process.platform !== "linux") return null;
	const folder = await mkdtemp(join(tmpdir(), "assay-pipe-")).catch(() => null);
	if (folder === null) return null;
	try {
		await run("mkfifo", ["-m", "666", join(folder, "fifo")]);
		return openSync(join(folder, "fifo"), constants.O_RDONLY | constants.O_NONBLOCK);
	} catch {
		return null;
	} finally {
		await rm(folder, { recursive: true, force: true }).catch(() => undefined);
	}
}

function openFifo(keeper: number): OutputPipe {
	const ends = openEnds(`/proc/self/fd/${keeper}`);
	if (ends === null) {
		closeSync(keeper);
		return nodePipes;
	}
	const { reader, writer } = ends;
	return {
		stdio: ["ignore", writer, writer],
		streams: () => {
			closeSync(writer);
			return [readerOf(reader, keeper)];
		},
	};
}

/** Null when the harness is out of descriptors. */
function openEnds(path: string): { readonly reader: number; readonly writer: number } | null {
	const opened: number[] = [];
	try {
		for (const flags of [constants.O_RDONLY | constants.O_NONBLOCK, constants.O_WRONLY]) opened.push(openSync(path, flags));
		const [reader = -1, writer = -1] = opened;
		return { reader, writer };
	} catch {
		opened.forEach(closeSync);
		return null;
	}
}

/** Only a FIFO that was read to its end is clean: one that something still writes to is let go. */
function readerOf(reader: number, keeper: number): Socket {
	const socket = new Socket({ fd: reader, readable: true, writable: false });
	let ended = false;
	socket.once("end", () => {
		ended = true;
	});
	socket.once("close", () => (ended ? idle.push(keeper) : closeSync(keeper)));
	return socket;
}
