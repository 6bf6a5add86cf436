// Measures whole processes: wall clock from outside, CPU seconds and peak memory from the operating system's accounting
// of the finished process and the children it waited for (GNU time; CPU comes in steps of 10 ms).
import { spawn } from "node:child_process";
import { once } from "node:events";
import { access, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const GNU_TIME = "/usr/bin/time";

/** What is being measured, in a process group of its own: it ends with the benchmark. */
let running = null;
for (const signal of ["SIGINT", "SIGTERM"]) {
	process.on(signal, () => {
		if (running === null) process.exit(1);
		process.kill(-running.pid, "SIGKILL");
	});
}

/**
 * Runs subjects in turn (A B A B …), so that a drift of the machine's speed touches all alike; with `warmUp` after a run of
 * each that is not counted. Returns the medians by name. A subject is `{name, command, after?}`.
 */
export async function inTurn(subjects, { runs, warmUp }) {
	await access(GNU_TIME).catch(() => {
		throw new Error(`GNU time is needed as ${GNU_TIME}: apt-get install time`);
	});
	const seen = new Map(subjects.map(({ name }) => [name, []]));
	for (let round = warmUp ? 0 : 1; round <= runs; round += 1) {
		for (const { name, command, after } of subjects) {
			const figures = await runOnce(command);
			await after?.();
			if (round > 0) seen.get(name).push(figures);
			process.stderr.write(".");
		}
	}
	process.stderr.write("\n");
	return new Map([...seen].map(([name, all]) => [name, medians(all)]));
}

async function runOnce(command) {
	const report = join(tmpdir(), `assay-bench-${process.pid}.time`);
	const began = performance.now();
	running = spawn(GNU_TIME, ["-q", "-o", report, "-f", "%U %S %M", ...command], { stdio: ["ignore", "ignore", "pipe"], detached: true });
	const complaints = [];
	running.stderr.on("data", (chunk) => complaints.push(chunk));
	const [code] = await once(running, "close");
	running = null;
	const wallMs = performance.now() - began;
	try {
		if (code !== 0) throw new Error(`exit code ${code}: ${command.join(" ")}\n${Buffer.concat(complaints)}`);
		const [user, system, peakKib] = (await readFile(report, "utf8")).trim().split(" ").map(Number);
		return { wallMs, cpuMs: (user + system) * 1000, peakMib: peakKib / 1024 };
	} finally {
		await rm(report, { force: true });
	}
}

function medians(all) {
	const of = (key) => median(all.map((one) => one[key]));
	return { wallMs: of("wallMs"), leastWallMs: Math.min(...all.map((one) => one.wallMs)), cpuMs: of("cpuMs"), peakMib: of("peakMib") };
}

function median(values) {
	const sorted = values.toSorted((a, b) => a - b);
	const middle = sorted.length >> 1;
	return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
