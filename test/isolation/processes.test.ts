import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, onTestFinished, test } from "vitest";
import { lookout, type Snapshot, snapshot } from "../../src/isolation/processes.ts";

async function sleeper(env: Record<string, string>): Promise<number> {
	const child = spawn("bash", ["-c", "echo ready; read -r"], { env, stdio: ["pipe", "pipe", "ignore"] });
	onTestFinished(() => void child.kill("SIGKILL"));
	await once(child.stdout, "data");
	return child.pid ?? 0;
}

function now(): Snapshot {
	const taken = snapshot();
	if (taken === null) throw new Error("no /proc");
	return taken;
}

function marked(mark: string, since: Snapshot): readonly number[] {
	return lookout(mark, since)().marked;
}

test("a process is found by what its environment holds", async () => {
	const since = now();
	const pid = await sleeper({ PATH: "/usr/bin:/bin", MARK: "find-me-1" });
	expect(marked("MARK=find-me-1", since)).toEqual([pid]);
	expect(marked("MARK=find-me-2", since)).toEqual([]);
});

test("a process with a huge environment is found too", async () => {
	const since = now();
	const pid = await sleeper({ PATH: "/usr/bin:/bin", FILL: "x".repeat(100_000), MARK: "find-me-3" });
	expect(marked("MARK=find-me-3", since)).toEqual([pid]);
});

test("a process older than the snapshot is not looked at, unless its id may have been given out again", async () => {
	const pid = await sleeper({ PATH: "/usr/bin:/bin", MARK: "find-me-4" });
	const since = now();
	expect(since.pids.has(String(pid))).toBe(true);
	expect(marked("MARK=find-me-4", since)).toEqual([]);
	expect(marked("MARK=find-me-4", { ...since, forks: null })).toEqual([pid]);
	expect(marked("MARK=find-me-4", { ...since, forks: (since.forks ?? 0) - 5_000_000 })).toEqual([pid]);
});

test("a look that cannot be sure asks for another: something has ended meanwhile, or shows no environment yet", async () => {
	const since = now();
	const look = lookout("MARK=find-me-5", since);
	// The loop ends when its parent has become another program, one that asks for no children: it stays a zombie.
	const line = "while [ $(< /proc/$$/comm) = bash ]; do :; done & env -i sleep 1000 & exec sleep 1000";
	const parent = spawn("bash", ["-c", line], { detached: true, stdio: "ignore" });
	onTestFinished(() => void process.kill(-(parent.pid ?? 0), "SIGKILL"));
	let [ended, starting] = [0, 0];
	while (ended < 1 || starting < 1) {
		const seen = look();
		ended += seen.ended;
		starting = seen.starting;
	}
	expect(ended).toBeGreaterThan(0);
});
