import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import type { Readable } from "node:stream";
import { messageOf } from "../core/error.ts";
import type { CommandResult, ProcessCommand } from "./command.ts";
import { drain } from "./drain.ts";
import { CANCELLED_BEFORE, type End, firstEnd, notStarted } from "./end.ts";
import { coverInherited } from "./inherited.ts";
import { markedTree } from "./marked-tree.ts";
import { collectOutput } from "./output.ts";
import { outputPipe } from "./pipe.ts";
import type { ProcessTree } from "./process-tree.ts";
import { track, untrack } from "./running.ts";

type Started = { readonly child: ChildProcess | null; readonly streams: readonly Readable[]; readonly message: string };

/** Runs a program to its end, its time or its cancel; its tree is dead when it resolves. */
export async function runProcess(
	command: ProcessCommand,
	signal: AbortSignal | null,
	tree: ProcessTree = markedTree(),
): Promise<CommandResult> {
	if (signal?.aborted) return result(CANCELLED_BEFORE, "", false);
	const output = collectOutput(command.outputBytes, command.names);
	const { child, streams, message } = await start(command, tree);
	for (const stream of streams) stream.on("data", output.push).on("error", () => stream.destroy());
	const end = child === null ? notStarted(message) : await endOf(child, command, { signal, tree });
	await drain(child, streams);
	return result(end, tree.clean(output.text()), output.truncated());
}

type Watched = { readonly signal: AbortSignal | null; readonly tree: ProcessTree };

async function endOf(child: ChildProcess, { timeoutMs }: ProcessCommand, { signal, tree }: Watched): Promise<End> {
	track(tree);
	try {
		tree.started(child);
		return await firstEnd(child, timeoutMs, signal);
	} finally {
		await tree.kill();
		untrack(tree);
	}
}

/** `detached` makes a process group, so that one signal reaches all of it. */
async function start(command: ProcessCommand, tree: ProcessTree): Promise<Started> {
	const [file, ...args] = command.argv;
	const pipe = await outputPipe();
	try {
		if (!existsSync(command.cwd)) throw new Error("the working folder does not exist");
		const stdio = coverInherited([...pipe.stdio, ...Array.from({ length: tree.pipes }, () => "pipe" as const)]);
		const { cwd, user } = command;
		const child = spawn(file, args, { cwd, env: tree.env(command.env), stdio, detached: true, ...user });
		return { child, streams: pipe.streams(child), message: "" };
	} catch (error) {
		return { child: null, streams: pipe.streams(null), message: messageOf(error) };
	}
}

function result({ message, ...end }: End, output: string, truncated: boolean): CommandResult {
	return { ...end, output: end.end === "not-started" ? message : output, truncated };
}
