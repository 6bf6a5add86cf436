import { join } from "node:path";
import { expect, test } from "vitest";
import { assay } from "../support/program.ts";
import { cardBytes, readCard } from "../support/run-files.ts";
import { SAY_READY, suiteFiles } from "../support/suite-files.ts";
import { tempFolder } from "../support/temp-folder.ts";

/** A trial of 4 s, by rounds of a tenth of a second. */
const SLOW = [...Array.from({ length: 40 }, () => ({ calls: [{ tool: "fs_list", args: {} }], delay_ms: 100 })), { text: "ready" }];

const CASE = { ...SAY_READY, limits: { rounds: 100 }, loop_guard: false, stuck: null };

test("a batch's deadline stops it as Ctrl-C would, and --resume goes on to the card of a run without one", async () => {
	const files = suiteFiles({ cases: { a: CASE, b: CASE }, scripts: { slow: { "*": SLOW } } });
	await using suite = await tempFolder(files);
	const where = { cwd: suite.path };
	const whole = assay(["run", "-a", "slow", "-o", "whole"], where);
	const { code, stderr } = await assay(["run", "-a", "slow", "-j", "1", "-o", "cut", "--deadline", "2s"], where);
	expect([code, stderr]).toEqual([3, expect.stringContaining("The card is not complete: the batch's deadline came")]);
	const { complete, reason, trials } = readCard(join(suite.path, "cut"));
	expect([complete, reason, trials.map(({ stop }) => stop)]).toEqual([false, "deadline", ["stop_requested", "stop_requested"]]);

	const resumed = await assay(["run", "--resume", "cut", "--deadline", "10m"], where);
	expect([resumed.code, resumed.stderr]).toEqual([
		0,
		expect.stringMatching(/^again {5}slow\/[ab]\/1 {2}it was cut off \(stop_requested\)$/m),
	]);
	expect((await whole).code).toBe(0);
	expect(cardBytes(join(suite.path, "cut"))).toBe(cardBytes(join(suite.path, "whole")));
});

test("a deadline that is no duration is refused", async () => {
	await using suite = await tempFolder(suiteFiles({ cases: { a: SAY_READY } }));
	expect(await assay(["run", "--deadline", "soon"], { cwd: suite.path })).toMatchObject({
		code: 2,
		stderr: "--deadline is no duration: soon; give it like 30m, 90s or 1h30m\n",
	});
});
