import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { runTrial } from "../../src/batch/trial.ts";
import { nopModel } from "../../src/model/nop.ts";
import { scriptedModel } from "../../src/model/scripted.ts";
import { reply, stillClock } from "../agent/kernel.ts";
import { SAY_READY } from "../support/suite-files.ts";
import { finish, kitOf, somewhere } from "./trial-kit.ts";

describe("a trial that cannot be made ready", () => {
	test("because its setup fails: setup_error, no verdict, nobody is asked", async () => {
		let opened = 0;
		await using kit = await kitOf({
			subject: { ...SAY_READY, setup: 'echo "no $PWD here" >&2; exit 3' },
			setting: {
				openModel: async () => {
					opened += 1;
					return nopModel();
				},
			},
		});
		const { stop, message, grade, key } = await finish(kit);
		expect([stop, message, grade, opened]).toEqual([
			"setup_error",
			"setup exited, exit code 3: no $WORKSPACE here\n",
			{ verdict: "ungraded", checks: [] },
			0,
		]);
		expect((await kit.linesOf(key)).map(({ type }) => type)).toEqual(["recording", "outcome"]);
		expect(await kit.workspaces()).toEqual([]);
	});

	test("because its fixture has gone", async () => {
		await using kit = await kitOf({ subject: { ...SAY_READY, fixture: "shop" }, files: { "fixtures/shop/a.txt": "a" } });
		await rm(join(kit.dir, "fixtures"), { recursive: true });
		const { stop, message } = await finish(kit);
		expect([stop, message]).toEqual(["setup_error", expect.stringContaining("the fixture cannot be copied: ")]);
		expect(await kit.workspaces()).toEqual([]);
	});

	test("because a file of its graders has gone: nothing is spent on what cannot be graded", async () => {
		const subject = { ...SAY_READY, expect: { verify: { run: "bash check.sh", files: ["check.sh"] } } };
		await using kit = await kitOf({ subject, files: { "cases/check.sh": "exit 0" } });
		await rm(join(kit.dir, "cases/check.sh"));
		const { stop, message, key } = await finish(kit);
		expect([stop, message]).toEqual(["setup_error", expect.stringContaining("a file of `verify` cannot be read: ENOENT")]);
		expect((await kit.linesOf(key)).map(({ type }) => type)).toEqual(["recording", "outcome"]);
	});

	test("because it was cancelled meanwhile: cancelled, which is nobody's fault", async () => {
		await using kit = await kitOf({ subject: { ...SAY_READY, setup: "touch $(dirname $TMPDIR)/began; sleep 60" } });
		const finished = finish(kit);
		await somewhere(join(kit.dir, "tmp"), "began");
		kit.setting.cancel.cancel({ kind: "caller", note: "enough" });
		expect(await finished).toMatchObject({ stop: "cancelled", message: null, grade: { verdict: "ungraded" } });
		expect(await kit.workspaces()).toEqual([]);
	});
});

describe("a trial in which something breaks", () => {
	test("a model that throws costs its trial the verdict, and its evidence is kept", async () => {
		await using kit = await kitOf({
			subject: SAY_READY,
			setting: {
				openModel: async () => {
					const first = scriptedModel([reply({ calls: [{ name: "fs_write", args: { path: "a.txt", content: "a" } }] })], stillClock());
					let asked = 0;
					return {
						call: async (request, signal) => {
							asked += 1;
							if (asked === 2) throw new Error("the client has a bug");
							return first.call(request, signal);
						},
					};
				},
			},
		});
		const { stop, message, grade, key } = await finish(kit);
		expect([stop, message, grade.verdict]).toEqual(["provider_error", "the client has a bug", "ungraded"]);
		const evidence = await kit.evidenceOf(key);
		expect([evidence.calls.map(({ name }) => name), evidence.diff?.map(({ path }) => path)]).toEqual([["fs_write"], ["a.txt"]]);
		expect(await kit.workspaces()).toEqual([]);
	});

	test("a model that cannot be opened, too", async () => {
		await using kit = await kitOf({ subject: SAY_READY, setting: { openModel: () => Promise.reject(new Error("no client")) } });
		expect(await finish(kit)).toMatchObject({ stop: "harness_error", message: "no client", grade: { verdict: "ungraded" } });
	});

	test("a grader whose files go while the model works: what was run and spent is known", async () => {
		const subject = { ...SAY_READY, expect: { verify: { run: "bash check.sh", files: ["check.sh"] } } };
		await using kit = await kitOf({ subject, files: { "cases/check.sh": "exit 0" } });
		const trial = kit.setting.openModel;
		const setting = {
			...kit.setting,
			openModel: async (...given: Parameters<typeof trial>) => {
				await rm(join(kit.dir, "cases/check.sh"));
				return trial(...given);
			},
		};
		const { stop, message, key } = await runTrial(setting, kit.only());
		expect([stop, message]).toEqual(["harness_error", expect.stringContaining("ENOENT")]);
		expect((await kit.evidenceOf(key)).outcome.rounds).toBe(1);
	});

	test("a verify that cannot start is the harness's fault, not the model's", async () => {
		await using kit = await kitOf({ subject: { ...SAY_READY, expect: { contains: "ready", verify: "true" } } });
		const unstarted = { exitCode: null, signal: null, end: "not-started", output: "no shell", truncated: false } as const;
		const isolation = {
			level: "none" as const,
			open: () => ({ owner: null, run: async () => unstarted, close: () => ({ peakBytes: null }) }),
		};
		const { stop, message, grade } = await runTrial({ ...kit.setting, isolation }, kit.only());
		expect([stop, message, grade.verdict]).toEqual(["harness_error", "verify could not be started: no shell", "ungraded"]);
	});

	test("a grader that throws leaves no verdict, live and in the recording", async () => {
		await using kit = await kitOf({ subject: SAY_READY });
		const { subject, ...planned } = kit.only();
		const broken = { ...subject, expect: [...subject.expect, { kind: "no-such-thing", weight: 1 } as never] };
		const { grade, key, stop } = await runTrial(kit.setting, { ...planned, subject: broken });
		expect([grade.verdict, stop]).toEqual(["ungraded", "harness_error"]);
		const { outcome } = await kit.evidenceOf(key);
		expect([outcome.cause.code, outcome.rounds]).toEqual(["harness_error", 1]);
	});

	test("a recording that cannot be made rejects before anybody is asked, and the workspace goes", async () => {
		let opened = 0;
		await using kit = await kitOf({
			subject: SAY_READY,
			setting: {
				openModel: async () => {
					opened += 1;
					return nopModel();
				},
			},
		});
		await writeFile(join(kit.dir, "run/trials"), "in the way");
		await expect(finish(kit)).rejects.toThrow("ENOTDIR");
		expect([opened, await kit.workspaces()]).toEqual([0, []]);
	});
});
