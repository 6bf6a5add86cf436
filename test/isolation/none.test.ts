import { getEventListeners } from "node:events";
import { existsSync, readFileSync, watch } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { runProcess } from "../../src/isolation/run-process.ts";
import { bash, isRunning, runningWith } from "./bash-command.ts";

const run = runProcess;
let folder: string;

beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), "none-test-"));
});
afterEach(async () => {
	await rm(folder, { recursive: true, force: true });
});

/** Four ways to outlive a command, each writing its process id before it settles down. */
const STUBBORN = `
	(trap '' TERM HUP INT; echo $BASHPID >> pids; while :; do sleep 1000; done) &
	env -i bash -c 'echo $$ >> pids; sleep 1000; true' &
	setsid bash -c 'echo $$ >> pids; sleep 1000' &
	(setsid setsid bash -c 'trap "" TERM; echo $$ >> pids; sleep 1000' &) &
`;

async function pids(): Promise<readonly number[]> {
	return (await readFile(join(folder, "pids"), "utf8")).trim().split("\n").map(Number);
}

/**
 * Resolves when the file holds so many lines. The watcher of `node:fs/promises` forgets what happens while an event is being
 * looked at, so that the last line may come and nobody be told.
 */
function linesIn(name: string, lines: number): Promise<void> {
	const path = join(folder, name);
	return new Promise((resolve) => {
		const watcher = watch(folder, () => {
			if (!existsSync(path) || readFileSync(path, "utf8").split("\n").length <= lines) return;
			watcher.close();
			resolve();
		});
	});
}

describe("a command that ends by itself", () => {
	test("gives its exit code and what it printed", async () => {
		expect(await run(bash("echo out; exit 3"), null)).toEqual({
			end: "exited",
			exitCode: 3,
			signal: null,
			output: "out\n",
			truncated: false,
		});
	});

	test("gives the signal that ended it", async () => {
		expect(await run(bash("kill -SEGV $$"), null)).toMatchObject({ end: "exited", exitCode: null, signal: "SIGSEGV" });
	});

	test("shows stdout and stderr in the order they were written", async () => {
		const lines = Array.from({ length: 200 }, (_, index) => index);
		const result = await run(bash("for i in $(seq 0 2 199); do echo $i; echo $((i + 1)) >&2; done"), null);
		expect(result.output).toBe(lines.map((line) => `${line}\n`).join(""));
	});

	test("may open its own stdout and stderr by name", async () => {
		const result = await run(bash("echo one > /dev/stderr; echo two | tee /dev/stderr; echo three >> /dev/stdout"), null);
		expect(result).toMatchObject({ exitCode: 0, output: "one\ntwo\ntwo\nthree\n" });
	});

	test("finds its input empty", async () => {
		expect(await run(bash("cat; echo $?"), null)).toMatchObject({ output: "0\n" });
	});

	test("runs in the folder that was given", async () => {
		expect(await run(bash("pwd", { cwd: folder }), null)).toMatchObject({ output: `${folder}\n` });
	});
});

describe("the environment", () => {
	test("is the one that was given, whatever the harness has in its own", async () => {
		process.env.ASSAY_CANARY_KEY = "canary-4711";
		const result = await run(bash("", { argv: ["env"], env: { PATH: "/usr/bin:/bin", GIVEN: "yes" } }), null);
		delete process.env.ASSAY_CANARY_KEY;
		expect(result.output.split("\n").sort()).toEqual(["", "ASSAY_TRIAL=trial", "GIVEN=yes", "PATH=/usr/bin:/bin"]);
	});

	test("reads the same in every run, though each run has a mark of its own", async () => {
		const outputs = await Promise.all([1, 2].map(async () => (await run(bash("", { argv: ["env"] }), null)).output));
		expect(outputs[0]).toBe(outputs[1]);
	});
});

describe("output beyond the cap", () => {
	test("is read and dropped, and the command comes to its own end", async () => {
		const result = await run(bash("head -c 5000000 /dev/zero | tr '\\0' x; exit 7", { outputBytes: 1_000 }), null);
		expect(result).toMatchObject({ end: "exited", exitCode: 7, output: "x".repeat(1_000), truncated: true });
	});

	test("of exactly the cap is not cut", async () => {
		expect(await run(bash("printf 12345", { outputBytes: 5 }), null)).toMatchObject({ output: "12345", truncated: false });
	});
});

describe("when the time is up or the run is cancelled", () => {
	test("a timeout leaves nothing of the tree alive, whatever it ignores and wherever it moved", async () => {
		const result = await run(bash(`${STUBBORN} wait`, { cwd: folder, timeoutMs: 3_000 }), null);
		expect(result).toMatchObject({ end: "timed-out", exitCode: null, signal: "SIGKILL" });
		const started = await pids();
		expect(started).toHaveLength(4);
		expect(started.filter(isRunning)).toEqual([]);
	});

	test("an abort leaves nothing of the tree alive and keeps what was printed", async () => {
		const controller = new AbortController();
		const started = linesIn("pids", 4);
		const running = run(bash(`echo begun; ${STUBBORN} wait`, { cwd: folder }), controller.signal);
		await started;
		controller.abort();
		expect(await running).toMatchObject({ end: "cancelled", exitCode: null, signal: "SIGKILL", output: "begun\n" });
		expect((await pids()).filter(isRunning)).toEqual([]);
	});

	test("a signal that fired before lets nothing start", async () => {
		const result = await run(bash("touch started", { cwd: folder }), AbortSignal.abort());
		expect(result).toMatchObject({ end: "cancelled", exitCode: null, signal: null, output: "" });
		await expect(readFile(join(folder, "started"))).rejects.toThrow("ENOENT");
	});

	test("the first cause stands: an abort after the exit changes nothing", async () => {
		const controller = new AbortController();
		const running = run(bash("exit 5"), controller.signal);
		const result = await running;
		controller.abort();
		expect(result).toMatchObject({ end: "exited", exitCode: 5 });
	});

	test("nothing stays listening on the signal", async () => {
		const controller = new AbortController();
		await run(bash("true"), controller.signal);
		await run(bash("true", { argv: ["/nonesuch"] }), controller.signal);
		await run(bash("sleep 1000", { timeoutMs: 10 }), controller.signal);
		expect(getEventListeners(controller.signal, "abort")).toEqual([]);
	});
});

describe("what a command leaves behind when it ends by itself", () => {
	test("is dead when the result is there, in its group or out of it", async () => {
		const result = await run(bash(`${STUBBORN} until [ $(wc -l < pids) = 4 ]; do :; done; echo done`, { cwd: folder }), null);
		expect(result).toMatchObject({ end: "exited", exitCode: 0 });
		expect((await pids()).filter(isRunning)).toEqual([]);
	});

	test("is dead even when it was just being started", async () => {
		const seconds = `1000.${process.pid}`;
		const line = `(setsid setsid bash -c '(setsid bash -c "sleep ${seconds}; true" &) &' &) & true`;
		const inTurns = Array.from({ length: 4 }, async () => {
			for (let index = 0; index < 20; index += 1) await run(bash(line), null);
		});
		await Promise.all(inTurns);
		expect(runningWith(seconds)).toEqual([]);
	});

	test("does not hold up the result, nor speak into the next one, even when it hides from the sweep", async () => {
		const hidden =
			"env -i setsid bash -c 'echo $$ > pids; while sleep 0.01; do echo noise; done' & until [ -s pids ]; do :; done; echo mine";
		const first = await run(bash(hidden, { cwd: folder }), null);
		const nextOnes = [await run(bash("echo clean; sleep 0.1"), null), await run(bash("echo clean; sleep 0.1"), null)];
		for (const pid of await pids()) process.kill(pid, "SIGKILL");
		expect(first).toMatchObject({ end: "exited", exitCode: 0 });
		expect(nextOnes.map(({ output }) => output)).toEqual(["clean\n", "clean\n"]);
	});
});

describe("a command that cannot start", () => {
	test.each([
		["no such program", bash("", { argv: ["assay-nonesuch"] }), "spawn assay-nonesuch ENOENT"],
		["no such folder", bash("", { cwd: "/nonesuch" }), "the working folder does not exist"],
		["a folder as program", bash("", { argv: ["/tmp"] }), "spawn /tmp EACCES"],
		["a zero byte", bash("a\0b"), "null bytes"],
		["an argument beyond what the system takes", bash("x".repeat(3_000_000)), "E2BIG"],
	])("%s is a result that says so", async (_, command, message) => {
		const result = await run(command, null);
		expect(result).toMatchObject({ end: "not-started", exitCode: null, signal: null, truncated: false });
		expect(result.output).toContain(message);
	});
});

test("many commands at once keep their outputs apart", async () => {
	const results = await Promise.all(Array.from({ length: 40 }, (_, index) => run(bash(`echo ${index}; echo ${index} >&2`), null)));
	expect(results.map(({ output }) => output)).toEqual(Array.from({ length: 40 }, (_, index) => `${index}\n${index}\n`));
});
