import { readdirSync, readFileSync } from "node:fs";
import type { ProcessCommand } from "../../src/isolation/command.ts";

/** A bash command line with room and time enough, except for what a test says. */
export function bash(line: string, changes: Partial<ProcessCommand> = {}): ProcessCommand {
	return {
		argv: ["bash", "-c", line],
		cwd: "/tmp",
		env: { PATH: "/usr/local/bin:/usr/bin:/bin" },
		timeoutMs: 60_000,
		names: [],
		outputBytes: 1_000_000,
		...changes,
	};
}

/** A zombie waits for its parent only: it runs no more. */
export function isRunning(pid: number): boolean {
	try {
		const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
		return !/^[ZX]/.test(stat.slice(stat.lastIndexOf(")") + 2));
	} catch {
		return false;
	}
}

/** The processes that have a text on their command line. */
export function runningWith(text: string): readonly number[] {
	return readdirSync("/proc")
		.filter((name) => /^\d+$/.test(name) && commandLine(name).includes(text))
		.map(Number);
}

function commandLine(pid: string): string {
	try {
		return readFileSync(`/proc/${pid}/cmdline`, "latin1");
	} catch {
		return "";
	}
}
