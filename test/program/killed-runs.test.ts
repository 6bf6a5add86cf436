import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { assay, startAssay } from "../support/program.ts";
import { cardBytes } from "../support/run-files.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { BUSY_ARMS, busySuite, drawn } from "./busy-suite.ts";

const KILLS = 40;
const KILLS_A_RUN = 4;

/** Trials that were begun again though they were over, and admissions without an end, by what the journal says. */
function faultsOf(run: string): { readonly again: readonly string[]; readonly unfinished: readonly string[] } {
	const over = new Set<string>();
	const open = new Set<string>();
	const again: string[] = [];
	for (const line of readFileSync(join(run, "journal.jsonl"), "utf8").trimEnd().split("\n")) {
		const { type, key } = JSON.parse(line);
		const trial = `${key?.arm}/${key?.case_id}/${key?.repeat}`;
		if (type === "admit" && over.has(trial)) again.push(trial);
		if (type === "admit") open.add(trial);
		if (type === "finish") over.add(trial);
		if (type === "finish") open.delete(trial);
	}
	return { again, unfinished: [...open] };
}

test(`killed at ${KILLS} moments, runs that go on lose nothing, repeat nothing, and end in the bytes of one that was let be`, {
	timeout: 600_000,
}, async () => {
	await using suite = await tempFolder(busySuite(drawn(7, 15)));
	const where = { cwd: suite.path };
	await assay(["run", ...BUSY_ARMS, "-o", "whole"], where);
	const whole = cardBytes(join(suite.path, "whole"));
	const concurrency = drawn(5, 8);

	/** Starts a run into `name` or goes on with it, and kills it after so long; whether it was still running. */
	const kill = async (name: string, isFirst: boolean, afterMs: number): Promise<boolean> => {
		const asked = isFirst ? [...BUSY_ARMS, "-o", name] : ["--resume", name];
		const program = startAssay(["run", ...asked, "-j", String(1 + concurrency())], where);
		const timer = setTimeout(() => program.child.kill("SIGKILL"), afterMs);
		const { signal } = await program.ended;
		clearTimeout(timer);
		return signal === "SIGKILL";
	};

	const wait = drawn(11, 700);
	let killed = 0;
	for (let at = 0; killed < KILLS; at += 1) {
		const name = `killed-${at}`;
		const run = join(suite.path, name);
		for (let time = 0; time < KILLS_A_RUN; time += 1) killed += (await kill(name, time === 0, 300 + wait())) ? 1 : 0;
		const { code, stderr } = await assay(["run", "--resume", name, ...BUSY_ARMS], where);
		expect([code, stderr]).toEqual([1, expect.stringContaining("FAIL")]);
		expect(cardBytes(run)).toBe(whole);
		expect(faultsOf(run)).toEqual({ again: [], unfinished: [] });
	}
});
