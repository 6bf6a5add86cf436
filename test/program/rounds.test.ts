import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Json, JsonObject } from "../../src/core/json.ts";
import { killProcessesWith, processesWith } from "../support/leftovers.ts";
import { assay, type Ended } from "../support/program.ts";
import { callsOf, readCard, recording } from "../support/run-files.ts";
import { SAY_READY, suiteFiles } from "../support/suite-files.ts";
import { type TempFolder, tempFolder } from "../support/temp-folder.ts";

const shell = (command: string, more: JsonObject = {}): Json => ({ shell: { command, ...more } });
/** Seconds that no other process of this machine sleeps for. */
const TOKEN = `31537${process.pid}.${Math.floor(Math.random() * 1e6)}`;

type Played = AsyncDisposable & { readonly folder: TempFolder; readonly run: string; readonly ended: Ended };

/** One case, played by these replies as many times at once as asked for. */
async function play(replies: readonly Json[], subject: JsonObject = {}, times = 1): Promise<Played> {
	const folder = await tempFolder(
		suiteFiles({
			cases: { one: { ...SAY_READY, repeats: times, ...subject } },
			scripts: { played: { one: [...replies, { say: "ready" }] } },
			files: { "fixtures/small/log": "", "fixtures/small/keep.txt": "keep\n" },
		}),
	);
	const ended = await assay(["run", "-a", "played", "-o", "out", "-j", String(times)], { cwd: folder.path });
	return { folder, run: join(folder.path, "out"), ended, [Symbol.asyncDispose]: folder[Symbol.asyncDispose] };
}

describe("the calls of one round", () => {
	const write = (text: string): Json => ({ fs_write: { path: "log", content: text } });
	const append = (text: string): Json => shell(`sleep 0.0$((RANDOM % 5)); echo ${text} >> log; cat log`);

	test.each([1, 8])("that write run alone and in their order, at %i trials at once", async (times) => {
		const letters = ["a", "b", "c", "d", "e"];
		const subject = { fixture: "small", expect: { files: [{ path: "log", equals: "first\na\nb\nc\nd\ne\n" }] } };
		await using played = await play([[write("first\n"), ...letters.map(append)]], subject, times);

		expect(played.ended.code).toBe(0);
		for (let repeat = 1; repeat <= times; repeat += 1) {
			const results = callsOf(played.run, `played/one/${repeat}`).map(({ result }) => result);
			expect(results.slice(1)).toEqual(letters.map((_, at) => `first\n${letters.slice(0, at + 1).join("\n")}\n`));
		}
	});

	test("that read see what the writes before them left, and nothing of those after", async () => {
		const read = { fs_read: { path: "log" } };
		const search = { fs_search: { pattern: "second" } };
		await using played = await play([[read, search, write("first\n"), read, search, write("second\n"), search, read]], {
			fixture: "small",
		});

		const calls = callsOf(played.run, "played/one/1");
		expect(calls.map(({ name }) => name)).toEqual("read search write read search write search read".split(" ").map((name) => `fs_${name}`));
		const seen = calls.filter(({ name }) => name !== "fs_write").map(({ result }) => result.includes("second") || result.includes("first"));
		expect(seen).toEqual([false, false, true, false, true, true]);
	});
});

describe("a command of a trial", () => {
	test("that hangs is killed at its timeout with all that it started, and the trial goes on", async () => {
		onTestFinished(() => killProcessesWith(TOKEN));
		const hang = `echo begun; sleep ${TOKEN} & setsid sleep ${TOKEN} & (setsid setsid sleep ${TOKEN} &) & sleep ${TOKEN}`;
		await using played = await play([shell(hang, { timeout_seconds: 1 })]);

		expect(played.ended.code).toBe(0);
		expect(callsOf(played.run, "played/one/1")).toMatchObject([{ is_error: true, result: "begun\n[timed out after 1 s]" }]);
		expect(processesWith(TOKEN)).toEqual([]);
	});

	test("that a grader hangs in is killed too, and fails its check in the same words each time", async () => {
		onTestFinished(() => killProcessesWith(TOKEN));
		const verify = { run: `setsid sleep ${TOKEN} & sleep ${TOKEN}`, timeout: "1s" };
		await using played = await play([], { expect: { verify } });

		expect(played.ended.code).toBe(1);
		expect(readCard(played.run).trials).toMatchObject([{ verdict: "fail", checks: [{ name: "verify", passed: false }] }]);
		expect(readCard(played.run).trials[0]?.checks[0]?.detail).toMatch(/it did not end within 1000 ms$/);
		expect(processesWith(TOKEN)).toEqual([]);
	});

	test("leaves nothing running when it ends", async () => {
		onTestFinished(() => killProcessesWith(TOKEN));
		await using played = await play([shell(`sleep ${TOKEN} & setsid nohup sleep ${TOKEN} >/dev/null 2>&1 & echo gone`)]);

		expect(callsOf(played.run, "played/one/1")).toMatchObject([{ is_error: false, result: "gone\n" }]);
		expect(processesWith(TOKEN)).toEqual([]);
	});

	test("cannot wait for input, and its verify cannot see what another trial left", async () => {
		await using played = await play([shell("cat; ls -A; touch mine; touch $TMPDIR/mine $HOME/mine")], {
			expect: { verify: "test -e mine && ls -A | wc -l | grep -qx 1" },
			repeats: 3,
		});

		expect(played.ended.code).toBe(0);
		for (const repeat of [1, 2, 3]) expect(callsOf(played.run, `played/one/${repeat}`)[0]?.result).toBe("[no output]");
	});
});

describe("a call that may not be", () => {
	test("is refused in plan phase when it may write, and the reads beside it run", async () => {
		const calls = [{ fs_write: { path: "keep.txt", content: "x" } }, { fs_read: { path: "keep.txt" } }, shell("echo x > keep.txt")];
		const subject = { phase: "plan", fixture: "small", expect: { contains: "ready", unchanged: "**" } };
		await using played = await play([calls], subject);

		expect(played.ended.code).toBe(0);
		expect(callsOf(played.run, "played/one/1").map(({ name, settled_by, is_error }) => [name, settled_by, is_error])).toEqual([
			["fs_write", "phase", true],
			["fs_read", "executed", false],
			["shell", "phase", true],
		]);
		expect(readCard(played.run).trials).toMatchObject([{ counters: { denied: 2 } }]);
	});

	test("is refused when its tool is withheld, and such a tool is not offered", async () => {
		await using played = await play([[shell("echo x > keep.txt"), { fs_delete: {} }]], { withhold: ["shell"], fixture: "small" });

		const [withheld, unknown] = callsOf(played.run, "played/one/1");
		expect(withheld).toMatchObject({ name: "shell", settled_by: "withheld", is_error: true });
		expect(unknown).toMatchObject({ settled_by: "unknown", result: expect.stringMatching(/fs_edit, fs_list/) });
		expect(unknown?.result).not.toContain("shell");
	});

	test("leaves the workspace for no other place of the machine", async () => {
		const outside = [
			{ fs_read: { path: "../../../../../../etc/passwd" } },
			{ fs_read: { path: "/etc/passwd" } },
			{ fs_write: { path: "../out", content: "x" } },
		];
		const linked = [
			shell("ln -s /etc/passwd link; ln -s / root"),
			{ fs_read: { path: "link" } },
			{ fs_list: { path: "root" } },
			{ fs_search: { pattern: "root:" } },
		];
		await using played = await play([outside, linked]);

		const calls = callsOf(played.run, "played/one/1");
		expect(calls.map(({ name, is_error }) => `${name} ${is_error}`)).toEqual([
			...["fs_read true", "fs_read true", "fs_write true"],
			...["shell false", "fs_read true", "fs_list true", "fs_search false"],
		]);
		for (const { result } of calls) expect(result).not.toContain("root:x:");
	});
});

describe("a withheld tool", () => {
	test("is not among the tools that a recording lists: it lists what was offered", async () => {
		await using played = await play([], { withhold: ["shell"] });

		const [head = { tools: [] }] = recording(played.run, "played/one/1");
		expect((head.tools as readonly JsonObject[]).map(({ name }) => name)).toEqual([
			"fs_edit",
			"fs_list",
			"fs_read",
			"fs_search",
			"fs_write",
		]);
		const { stdout } = await assay(["show", "out", "one"], { cwd: played.folder.path });
		expect(stdout).toMatch(/^tools: fs_edit, fs_list, fs_read, fs_search, fs_write$/m);
	});
});
