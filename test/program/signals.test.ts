import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Json } from "../../src/core/json.ts";
import { appears, killProcessesWith, processesWith } from "../support/leftovers.ts";
import { assay, type Program, startAssay } from "../support/program.ts";
import { callsOf, readCard } from "../support/run-files.ts";
import { SAY_READY, suiteFiles } from "../support/suite-files.ts";
import { tempFolder, writeFiles } from "../support/temp-folder.ts";

/** Seconds that no other process of this machine sleeps for. */
const TOKEN = `31536${process.pid}.${Math.floor(Math.random() * 1e6)}`;
/** Three of them: a child, one in a session of its own, and the command itself. */
const HANG = `sleep ${TOKEN} & setsid sleep ${TOKEN} & sleep ${TOKEN}`;
const ASLEEP = { text: "ready", delay_ms: 2_000_000_000 };

/** The plan's order under the seed 5: with two trials at once, the later ones cannot begin before a held one has ended. */
const IDS = ["quick", "held/a", "held/b", "later/a", "later/b"];

type Running = AsyncDisposable & { readonly program: Program; readonly path: string; readonly run: string; readonly tmp: string };

/** Starts five trials, two at once, and resolves when `quick` has passed and both held ones are under way. Commands run in the suite's folder. */
async function startHeld(heldA: string, heldB: Json): Promise<Running> {
	const { path, [Symbol.asyncDispose]: dispose } = await tempFolder();
	const command = (text: string): Json => ({ shell: { command: `cd ${path}; ${text}` } });
	const script = {
		"held/a": [command(`touch begun; ${heldA}`), { say: "ready" }],
		"held/b": [typeof heldB === "string" ? command(heldB) : heldB, { say: "never asked" }],
		"*": [{ say: "ready" }],
	};
	const cases = Object.fromEntries(IDS.map((id) => [id, SAY_READY]));
	await writeFiles(path, suiteFiles({ config: { seed: "5" }, cases, scripts: { played: script } }));
	const tmp = join(path, "tmp");
	mkdirSync(tmp);
	const args = ["run", "-a", "played", "-o", "out", "-j", "2", "--reporter", "json"];
	const program = startAssay(args, { cwd: path, env: { TMPDIR: tmp } });
	onTestFinished(() => {
		program.child.kill("SIGKILL");
		killProcessesWith(TOKEN);
	});
	await program.line(/"trial-end","case":"quick".*"verdict":"pass"/);
	const run = join(path, "out");
	const underWay = [appears(join(path, "begun")), appears(join(run, "trials/played/held/b/1.1.jsonl"), '"type":"request"')];
	await Promise.race([Promise.all(underWay), program.ended]);
	return { program, path, run, tmp, [Symbol.asyncDispose]: dispose };
}

/** How each planned trial of a run's card ended. */
function endsOf(run: string): Readonly<Record<string, string>> {
	return Object.fromEntries(readCard(run).trials.map(({ case: id, verdict, stop }) => [id, `${verdict} ${stop}`]));
}

function quickAnd(stop: string): Readonly<Record<string, string>> {
	return { ...Object.fromEntries(IDS.map((id) => [id, `ungraded ${stop}`])), quick: "pass completed" };
}

function leftOf({ tmp }: Running): object {
	return { processes: processesWith(TOKEN), workspaces: readdirSync(tmp) };
}

const NOTHING = { processes: [], workspaces: [] };

describe("a run that is told to end", () => {
	test("SIGINT once: trials under way end with their round, no other begins, and the card holds all that was planned", async () => {
		const wait = "until [ -e go ]; do sleep 0.02; done";
		await using running = await startHeld(`${wait}; echo went`, wait);
		const { program, path, run } = running;
		program.child.kill("SIGINT");
		await program.line(/^Stopping at the next round/);
		writeFileSync(join(path, "go"), "");
		const { code, stderr } = await program.ended;

		expect(code).toBe(130);
		expect(stderr).toMatch(/^The card is not complete: stopped; `assay run --resume` goes on with it\.$/m);
		expect(readCard(run)).toMatchObject({ complete: false, reason: "stopped" });
		expect(endsOf(run)).toEqual(quickAnd("stop_requested"));
		expect(callsOf(run, "played/held/a/1")).toMatchObject([{ name: "shell", result: "went\n" }]);
		expect(leftOf(running)).toEqual(NOTHING);
	});

	test("SIGINT twice: commands and requests under way are cut off, and what was finished is kept", async () => {
		await using running = await startHeld(HANG, ASLEEP);
		const { program, path, run } = running;
		program.child.kill("SIGINT");
		await program.line(/^Stopping at the next round/);
		program.child.kill("SIGINT");
		const { code, stderr } = await program.ended;

		expect(code).toBe(130);
		expect(stderr).toMatch(/^INCOMPLETE {2}tried: 1 of 5 passed, 0 failed, 4 ungraded \(4 cancelled\)$/m);
		expect(readCard(run)).toMatchObject({ complete: false, reason: "cancelled" });
		expect(endsOf(run)).toEqual(quickAnd("cancelled"));
		expect(callsOf(run, "played/held/a/1")).toMatchObject([
			{ name: "shell", is_error: true, result: expect.stringContaining("[cancelled]") },
		]);
		expect(leftOf(running)).toEqual(NOTHING);

		const report = await assay(["report", "out"], { cwd: path });
		expect(report.code).toBe(3);
		expect(endsOf(run)).toEqual(quickAnd("cancelled"));
	});

	test("SIGTERM: cuts off at once, and the card is still written", async () => {
		await using running = await startHeld(HANG, ASLEEP);
		const { program, run } = running;
		program.child.kill("SIGTERM");

		expect(await program.ended).toMatchObject({ code: 143, signal: null });
		expect(readCard(run)).toMatchObject({ complete: false, reason: "cancelled" });
		expect(endsOf(run)).toEqual(quickAnd("cancelled"));
		expect(leftOf(running)).toEqual(NOTHING);
	});

	test("SIGKILL: what was finished is reported from what is on the disk", async () => {
		await using running = await startHeld("true", ASLEEP);
		const { program, path, run } = running;
		program.child.kill("SIGKILL");
		await program.ended;

		expect(await assay(["report", "out"], { cwd: path })).toMatchObject({ code: 3, stderr: expect.stringContaining("interrupted") });
		expect(readCard(run)).toMatchObject({ complete: false, reason: "interrupted" });
		expect(endsOf(run)).toMatchObject({ quick: "pass completed", "held/b": "ungraded cancelled" });
	});
});
