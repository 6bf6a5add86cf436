import { existsSync, readdirSync, readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";

/** Ids of processes whose command line holds this text. */
export function processesWith(text: string): readonly number[] {
	const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
	return pids.filter((pid) => commandLine(pid).includes(text)).map(Number);
}

export function killProcessesWith(text: string): void {
	for (const pid of processesWith(text)) process.kill(pid, "SIGKILL");
}

/** Zombies have none, so they do not count. */
function commandLine(pid: string): string {
	try {
		return readFileSync(`/proc/${pid}/cmdline`, "latin1");
	} catch {
		return "";
	}
}

/** Resolves when a file is there and holds this text. */
export async function appears(file: string, text = ""): Promise<void> {
	while (!(existsSync(file) && readFileSync(file, "utf8").includes(text))) await pause(10);
}
