import { constants } from "node:os";
import type { ToolResult } from "../agent/tool.ts";
import { unreachable } from "../core/assert.ts";
import type { CommandResult } from "../isolation/command.ts";
import { runShellText } from "../isolation/shell-text.ts";
import { defineTool, type UnboundTool } from "./define.ts";
import { argumentsOf, programText, wholeNumber } from "./schema.ts";

const TIMEOUT_SECONDS = 120;
const LONGEST_SECONDS = 3_600;
const OUTPUT_BYTES = 200_000;

export const shell: UnboundTool = defineTool({
	name: "shell",
	description: `Runs a command in the workspace, without input. What it leaves running is stopped when it ends. Output beyond ${OUTPUT_BYTES} bytes is dropped.`,
	readOnly: false,
	schema: argumentsOf({
		command: programText("A command line for bash.").min(1),
		timeout_seconds: wholeNumber("When to stop it.", LONGEST_SECONDS).default(TIMEOUT_SECONDS),
	}),
	about: async (_, { command }) => ({ kind: "command", text: command }),
	run: async ({ sandbox }, { command, timeout_seconds: seconds }, signal) => {
		const asked = { text: command, as: "agent", timeoutMs: seconds * 1_000, outputBytes: OUTPUT_BYTES } as const;
		return toResult(await runShellText(sandbox, asked, signal), seconds);
	},
});

function toResult(result: CommandResult, seconds: number): ToolResult {
	const output = result.end === "not-started" ? "" : result.output;
	const cut = result.truncated ? `[output cut at ${OUTPUT_BYTES} bytes]` : null;
	const notes = [cut, output === "" ? "[no output]" : null, endOf(result, seconds)].filter((note) => note !== null).join("\n");
	const gap = output === "" || output.endsWith("\n") || notes === "" ? "" : "\n";
	return { content: output + gap + notes, isError: result.end !== "exited" || result.exitCode !== 0 };
}

/** Null when there is nothing to say: it came to its end with 0. */
function endOf({ end, exitCode, signal, output }: CommandResult, seconds: number): string | null {
	switch (end) {
		case "exited":
			return exitCode === 0 ? null : `[exit code ${exitCode ?? codeOf(signal)}]`;
		case "timed-out":
			return `[timed out after ${seconds} s]`;
		case "cancelled":
			return "[cancelled]";
		case "not-started":
			return `[not started: ${output}]`;
		default:
			return unreachable(end);
	}
}

/** As a shell says it: what stands around a command may see the signal that ended it or only this, by the level of isolation. */
function codeOf(signal: string | null): number {
	return 128 + (Object.entries(constants.signals).find(([name]) => name === signal)?.[1] ?? 0);
}
