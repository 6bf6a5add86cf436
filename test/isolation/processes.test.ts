import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, onTestFinished, test } from "vitest";
import { NO_SNAPSHOT, processesWith, snapshot } from "../../src/isolation/processes.ts";

async function sleeper(env: Record<string, string>): Promise<number> {
	const child = spawn("bash", ["-c", "echo ready; read -r"], { env, stdio: ["pipe", "pipe", "ignore"] });
	onTestFinished(() => void child.kill("SIGKILL"));
	await once(child.stdout, "data");
	return child.pid ?? 0;
}

test("a process is found by what its environment holds", async () => {
	const since = snapshot() ?? NO_SNAPSHOT;
	const pid = await sleeper({ PATH: "/usr/bin:/bin", MARK: "find-me-1" });
	expect(processesWith("MARK=find-me-1", since)).toEqual([pid]);
	expect(processesWith("MARK=find-me-2", since)).toEqual([]);
});

test("a process with a huge environment is found too", async () => {
	const since = snapshot() ?? NO_SNAPSHOT;
	const pid = await sleeper({ PATH: "/usr/bin:/bin", FILL: "x".repeat(100_000), MARK: "find-me-3" });
	expect(processesWith("MARK=find-me-3", since)).toEqual([pid]);
});

test("a process older than the snapshot is not looked at, unless its id may have been given out again", async () => {
	const pid = await sleeper({ PATH: "/usr/bin:/bin", MARK: "find-me-4" });
	const since = snapshot() ?? NO_SNAPSHOT;
	expect(since.pids.has(String(pid))).toBe(true);
	expect(processesWith("MARK=find-me-4", since)).toEqual([]);
	expect(processesWith("MARK=find-me-4", { ...since, forks: null })).toEqual([pid]);
	expect(processesWith("MARK=find-me-4", { ...since, forks: (since.forks ?? 0) - 5_000_000 })).toEqual([pid]);
});
