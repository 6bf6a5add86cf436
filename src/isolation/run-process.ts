import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import type { Readable } from "node:stream";
import { messageOf } from "../core/error.ts";
import type { CommandResult, ProcessCommand } from "./command.ts";
import { drain } from "./drain.ts";
import { CANCELLED_BEFORE, type End, firstEnd, notStarted } from "./end.ts";
import { collectOutput } from "./output.ts";
import { outputPipe } from "./pipe.ts";
import { track, untrack } from "./running.ts";
import { killTree, newTree, type Tree, unmark, withMark } from "./tree.ts";

type Started = { readonly child: ChildProcess | null; readonly streams: readonly Readable[]; readonly message: string };

/** Runs a program to its end, its time or its cancel; its tree is dead when it resolves. */
export async function runProcess(command: ProcessCommand, signal: AbortSignal | null): Promise<CommandResult> {
	if (signal?.aborted) return result(CANCELLED_BEFORE, "", false);
	const tree = newTree();
	const output = collectOutput(command.outputBytes, command.names);
	const { child, streams, message } = await start(command, tree);
	for (const stream of streams) stream.on("data", output.push).on("error", () => stream.destroy());
	if (child?.pid !== undefined) track(tree, child.pid);
	const end = child === null ? notStarted(message) : await firstEnd(child, command.timeoutMs, signal);
	if (child?.pid !== undefined) await killTree(tree, child.pid);
	untrack(tree);
	await drain(child, streams);
	return result(end, unmark(tree, output.text()), output.truncated());
}

/** `detached` makes a process group, so that one signal reaches all of it. */
async function start(command: ProcessCommand, tree: Tree): Promise<Started> {
	const [file, ...args] = command.argv;
	const pipe = await outputPipe();
	try {
		if (!existsSync(command.cwd)) throw new Error("the working folder does not exist");
		const child = spawn(file, args, { cwd: command.cwd, env: withMark(tree, command.env), stdio: pipe.stdio, detached: true });
		return { child, streams: pipe.streams(child), message: "" };
	} catch (error) {
		return { child: null, streams: pipe.streams(null), message: messageOf(error) };
	}
}

function result({ message, ...end }: End, output: string, truncated: boolean): CommandResult {
	return { ...end, output: end.end === "not-started" ? message : output, truncated };
}
