import { readdirSync, readFileSync } from "node:fs";

/** What runs under a user in a PID namespace below this one: id, state and name. */
export function sandboxedProcesses(user: number): readonly string[] {
	const own = levelOf(statusOf("self"));
	return readdirSync("/proc")
		.filter((pid) => /^\d+$/.test(pid))
		.map((pid) => ({ pid, status: statusOf(pid) }))
		.filter(({ status }) => levelOf(status) > own && fieldOf(status, "Uid").split(/\s+/)[0] === String(user))
		.filter(({ status }) => !/^[ZX]/.test(fieldOf(status, "State")))
		.map(({ pid, status }) => `${pid} ${fieldOf(status, "State")} ${fieldOf(status, "Name")}`);
}

function levelOf(status: string): number {
	return fieldOf(status, "NSpid").split(/\s+/).length;
}

function fieldOf(status: string, name: string): string {
	return new RegExp(`^${name}:\\s+(.*)$`, "m").exec(status)?.[1] ?? "";
}

function statusOf(pid: string): string {
	try {
		return readFileSync(`/proc/${pid}/status`, "utf8");
	} catch {
		return "";
	}
}
