import assert from "node:assert/strict";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Escapes } from "./escapes.ts";
import { assertNothingRuns, assertSays, type Trial } from "./ground.ts";

const SOON_MS = 1_500;

/** Ways to outlive a command: each writes a line before it settles down. */
const STUBBORN = `
	(trap '' TERM HUP INT; echo 1 >> begun; while :; do sleep 1000; done) &
	env -i /bin/sh -c 'echo 2 >> begun; sleep 1000; true' &
	setsid bash -c 'echo 3 >> begun; sleep 1000; true' &
	(setsid setsid bash -c 'trap "" TERM; echo 4 >> begun; sleep 1000; true' &) &
	(env -i setsid /bin/bash -c 'echo 5 >> begun; exec 0<&- 1>&- 2>&-; cd /; while :; do :; done' &) &
	env -i perl -e 'use POSIX; fork and exit; setsid; fork and exit; $0 = ""; open(F, ">>", "begun"); print F "6\\n"; close F; POSIX::close($_) for 0..99; sleep 1000' &
	nohup sleep 1000 > /dev/null 2>&1 &
`;

async function assertEndsWhole(trial: Trial, end: string): Promise<void> {
	assert.equal(
		(await trial.run(`${STUBBORN} until [ "$(wc -l < begun)" = 6 ]; do :; done 2>/dev/null; ${end}`, 3_000)).end,
		end.startsWith("sleep") ? "timed-out" : "exited",
	);
	assertNothingRuns(trial);
	assert.equal((await trial.run("sort -u begun | wc -l; rm begun")).output.trim(), "6");
}

/** Attempts to outlive, and to take all that there is. */
export const BOMBS: Escapes = {
	"leaves nothing behind when it ends, however its children hide": ({ trial }) => assertEndsWhole(trial, "exit 0"),
	"leaves nothing behind when its time is up": ({ trial }) => assertEndsWhole(trial, "sleep 1000"),
	"leaves nothing behind when it is cancelled at any moment": async ({ trial }) => {
		for (let ms = 0; ms < 40; ms += 2) {
			const line = "setsid sleep 1000 & sleep 1000";
			await trial.sandbox.run({ argv: ["bash", "-c", line], as: "agent", timeoutMs: 60_000, outputBytes: 100 }, AbortSignal.timeout(ms));
			assertNothingRuns(trial);
		}
	},
	"starts only so many processes": async ({ trial, other }) => {
		const bomb = trial.run("ulimit -u; :(){ :|:& };: ; while :; do : & done", SOON_MS);
		const beside = await other.run("for i in $(seq 20); do /bin/true & done; wait; echo fine");
		assert.equal(beside.output, "fine\n");
		assert.match((await bomb).output, /^48\n(.|\n)*Resource temporarily unavailable/);
	},
	"has only so much memory": async ({ trial }) => {
		const { output } = await trial.run(`perl -e 'push @all, "x" x 1048576 for 1..200; print "had it"'`);
		assert.doesNotMatch(output, /had it/);
		await assertSays(trial, "head -c 200000000 /dev/zero > /dev/shm/x && echo shared; : > /dev/x && echo device", []);
	},
	"writes only so large a file": async ({ trial }) => {
		await trial.run("head -c 20000000 /dev/zero > huge; truncate -s 1T sparse; dd if=/dev/zero of=beyond bs=1 count=1 seek=100M");
		const { root } = trial.workspace;
		assert.ok(statSync(join(root, "huge")).size <= 1024 ** 2);
		for (const name of readdirSync(root)) assert.ok(statSync(join(root, name)).size <= 1024 ** 2, name);
	},
	"leaves no file when its trial is over, however many it made and closed": async ({ trial }) => {
		await trial.run("mkdir -p a/b/c; for i in $(seq 3000); do : > a/b/c/$i; : > /tmp/$i; done; chmod 0 a/b; chmod 500 a");
	},
	"prints without end, and only the beginning is kept": async ({ trial }) => {
		const { end, output, truncated } = await trial.run("yes", SOON_MS);
		assert.deepEqual([end, output.length, truncated], ["timed-out", 20_000, true]);
	},
};
