import { access, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { STOP_CODES } from "../../src/agent/stop-code.ts";
import { type FinishedTrial, runTrial } from "../../src/batch/trial.ts";
import type { JsonObject } from "../../src/core/json.ts";
import type { Usage } from "../../src/core/usage.ts";
import { nopModel } from "../../src/model/nop.ts";
import { type ScriptReply, scriptedModel } from "../../src/model/scripted.ts";
import { calling, failing, reply, saying, stillClock, usage } from "../agent/kernel.ts";
import { SAY_READY } from "../support/suite-files.ts";
import { type BatchKit, batchKit } from "./batch-kit.ts";

const WRITES: JsonObject = {
	prompt: "Write it.",
	tags: ["x"],
	oracle: [{ fs_write: { path: "out.txt", content: "done" } }, { say: "ready" }],
	expect: { contains: "ready" },
};

type Given = { readonly subject: JsonObject; readonly replies?: readonly ScriptReply[] } & Omit<Parameters<typeof batchKit>[0], "cases">;

/** A plan of one trial; `replies` are what its model says, else it is the oracle. */
function kitOf({ subject, replies, setting, ...given }: Given): Promise<BatchKit> {
	const scripted =
		replies === undefined ? {} : { openModel: async () => scriptedModel(replies, { clock: setting?.clock ?? stillClock().clock }) };
	return batchKit({ cases: { one: subject }, setting: { ...scripted, ...setting }, ...given });
}

async function finish(kit: BatchKit): Promise<FinishedTrial> {
	return await runTrial(kit.setting, kit.only());
}

async function exists(path: string): Promise<boolean> {
	return access(path).then(
		() => true,
		() => false,
	);
}

describe("a trial that goes well", () => {
	test("is staged, run, gathered, graded and recorded, and its workspace goes", async () => {
		await using kit = await kitOf({ subject: { ...WRITES, expect: { contains: "ready", verify: "test -f out.txt" } } });
		const { grade, workspace, stop, message, key, telemetry } = await finish(kit);
		expect([grade.verdict, workspace, stop, message]).toEqual(["pass", null, "completed", null]);
		expect(key).toEqual({ caseId: "one", arm: "oracle", repeat: 1, attempt: 1 });
		expect(telemetry).toEqual({ wallMs: expect.any(Number), requestsFailed: 0, sleptMs: 0, peakBytes: null });
		expect((await kit.linesOf(key)).map(({ type }) => type)).toEqual([
			"recording",
			"turn-start",
			"request",
			"reply",
			"breakdown",
			"tool-call",
			"request",
			"reply",
			"breakdown",
			"turn-end",
			"diff",
			"command",
			"outcome",
		]);
		expect(await kit.workspaces()).toEqual([]);
	});

	test("tells of what explains its end, without the names of this machine", async () => {
		await using kit = await kitOf({ subject: SAY_READY, replies: [failing("rejected")] });
		const { stop, message, grade } = await finish(kit);
		expect([stop, message, grade.verdict]).toEqual(["provider_error", "rejected", "ungraded"]);
	});

	test("counts attempts that failed and what was slept between them, and charges every report", async () => {
		const { clock } = stillClock();
		const charged: Usage[] = [];
		const lost = reply({ usage: usage(7, 0), failure: { kind: "transport", message: "reset", retryAfterMs: null } });
		await using kit = await kitOf({
			subject: SAY_READY,
			replies: [failing("transport"), lost, saying("ready")],
			setting: { clock, charge: (_, spent) => charged.push(spent) },
		});
		const { telemetry, key } = await finish(kit);
		expect(telemetry).toEqual({ wallMs: 1_500, requestsFailed: 2, sleptMs: 1_500, peakBytes: null });
		expect(charged).toEqual([usage(7, 0), usage(10, 10)]);
		expect((await kit.evidenceOf(key)).outcome.usage).toEqual(usage(10, 10));
	});
});

describe("a case's own settings", () => {
	const knobs: readonly [string, JsonObject, readonly ScriptReply[], string][] = [
		["limits.rounds", { limits: { rounds: 1 } }, [calling("fs_list"), saying("ready")], "max_rounds"],
		["limits.tokens", { limits: { tokens: 15 } }, [calling("fs_list"), saying("ready")], "token_budget"],
		["limits.output_tokens", { limits: { output_tokens: 5 } }, [calling("fs_list"), saying("ready")], "output_token_budget"],
		["limits.tool_calls", { limits: { tool_calls: 1 } }, [calling("fs_list", "fs_list"), saying("ready")], "tool_budget"],
		["limits.requests", { limits: { requests: 1 } }, [calling("fs_list"), saying("ready")], "request_budget"],
		["limits.wall", { limits: { wall: "1s" } }, [reply({ ...calling("fs_list"), delayMs: 2_000 }), saying("ready")], "deadline"],
		["limits.deadline", { limits: { deadline: "2001-01-01T00:00:00Z" } }, [saying("ready")], "deadline"],
	];
	test.each(knobs)("%s bounds the trial", async (_, knob, replies, code) => {
		const { clock } = stillClock();
		await using kit = await kitOf({ subject: { ...SAY_READY, ...knob }, replies, setting: { clock } });
		const { stop, grade } = await finish(kit);
		expect([stop, grade.verdict]).toEqual([code, "fail"]);
		expect(STOP_CODES).toContain(code);
	});

	test("a deadline that is far off ends nothing", async () => {
		await using kit = await kitOf({ subject: { ...SAY_READY, limits: { deadline: "2199-01-01T00:00:00Z" } } });
		expect((await finish(kit)).stop).toBe("completed");
	});

	test("limits.usd bounds what the arm's model costs", async () => {
		const price = { input: 1_000_000, output: 1_000_000, cacheRead: 0, cacheWrite: 0 };
		await using kit = await kitOf({
			subject: { ...SAY_READY, limits: { usd: 0.01 } },
			replies: [calling("fs_list"), saying("ready")],
			setting: { priceOf: () => price },
		});
		const { stop, key } = await finish(kit);
		expect([stop, (await kit.evidenceOf(key)).outcome.nanoUsd]).toEqual(["cost_budget", 20_000_000]);
	});

	test("withhold and phase keep calls from running", async () => {
		const path = { path: "a.txt" };
		await using kit = await kitOf({
			subject: { ...SAY_READY, withhold: ["fs_read"], phase: "plan" },
			replies: [
				reply({
					calls: [
						{ name: "fs_read", args: path },
						{ name: "fs_write", args: { ...path, content: "" } },
					],
				}),
				saying("ready"),
			],
		});
		const { key } = await finish(kit);
		expect((await kit.evidenceOf(key)).calls.map(({ settledBy }) => settledBy)).toEqual(["withheld", "phase"]);
	});

	test("system, prompts and tools are what the model is asked", async () => {
		const { oracle: _, ...plain } = SAY_READY;
		const subject = { ...plain, system: "Be brief.", prompt: ["One.", "Two."], tools: ["shell", "fs_list"], compact_at_tokens: 5 };
		const asked: unknown[] = [];
		await using kit = await kitOf({
			subject,
			setting: {
				openModel: async () => ({
					call: (request, signal) => {
						asked.push([request.system, request.tools.map(({ name }) => name), request.messages.length]);
						return nopModel().call(request, signal);
					},
				}),
			},
		});
		await finish(kit);
		expect(asked).toEqual([
			["Be brief.", ["fs_list", "shell"], 1],
			["Be brief.", ["fs_list", "shell"], 3],
		]);
	});

	test.each<JsonObject>([{ withhold: ["shell", "fs_edit"] }, { phase: "plan" }, { tools: ["shell", "fs_list"] }])(
		"%j: the recording lists the tools that were offered",
		async (knob) => {
			const offered: unknown[] = [];
			await using kit = await kitOf({
				subject: { ...SAY_READY, ...knob },
				setting: {
					openModel: async () => ({
						call: (request, signal) => {
							offered.push(request.tools);
							return nopModel().call(request, signal);
						},
					}),
				},
			});
			const { key } = await finish(kit);
			const [head] = await kit.linesOf(key);
			expect(head?.type === "recording" ? [head.tools] : []).toEqual(offered);
		},
	);

	test("compact_at_tokens compacts", async () => {
		await using kit = await kitOf({
			subject: { ...SAY_READY, compact_at_tokens: 5 },
			replies: [...Array.from({ length: 6 }, () => calling("fs_list")), saying("ready")],
		});
		const { key } = await finish(kit);
		expect((await kit.evidenceOf(key)).outcome.compactions).toBeGreaterThan(0);
	});

	test("setup runs before the diff begins", async () => {
		await using kit = await kitOf({ subject: { ...WRITES, setup: "echo there > before.txt" } });
		const { key } = await finish(kit);
		expect((await kit.evidenceOf(key)).diff?.map(({ path }) => path)).toEqual(["out.txt"]);
	});
});

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

/** Waits until a file of this name stands in one of the folders below another. */
async function somewhere(folder: string, name: string): Promise<void> {
	const found = async (): Promise<boolean> => {
		const inner = await readdir(folder).catch(() => []);
		return (await Promise.all(inner.map((one) => exists(join(folder, one, name))))).includes(true);
	};
	while (!(await found())) await pause(5);
}

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
		expect([stop, message, grade.verdict]).toEqual(["harness_error", "the client has a bug", "ungraded"]);
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

describe("a trial that is cancelled", () => {
	test("while its graders run: no verdict, though the run had ended well", async () => {
		const began = "$(dirname $TMPDIR)/began";
		await using kit = await kitOf({ subject: { ...WRITES, expect: { contains: "ready", verify: `touch ${began}; sleep 60` } } });
		const finished = finish(kit);
		await somewhere(join(kit.dir, "tmp"), "began");
		kit.setting.cancel.cancel({ kind: "signal", signal: "SIGINT" });
		const { stop, grade, key } = await finished;
		expect([stop, grade]).toEqual(["cancelled", { verdict: "ungraded", checks: [] }]);
		const evidence = await kit.evidenceOf(key);
		expect([evidence.outcome.rounds, evidence.diff?.length, [...evidence.commands.values()][0]?.end]).toEqual([2, 1, "cancelled"]);
		expect(await kit.workspaces()).toEqual([]);
	});

	test("when all was over but the counting: it keeps its verdict", async () => {
		await using kit = await kitOf({ subject: SAY_READY });
		const setting = {
			...kit.setting,
			openModel: async () => {
				const model = scriptedModel([saying("ready")], stillClock());
				return {
					call: async (...asked: Parameters<typeof model.call>) => {
						const answer = await model.call(...asked);
						kit.setting.cancel.cancel({ kind: "deadline" });
						return answer;
					},
				};
			},
		};
		expect(await runTrial(setting, kit.only())).toMatchObject({ stop: "completed", grade: { verdict: "pass" } });
	});
});

describe("the workspace", () => {
	test("is kept where that is asked for, and the trial says where", async () => {
		await using kit = await kitOf({ subject: WRITES, setting: { keepWorkspaces: true } });
		const { workspace } = await finish(kit);
		expect(await readFile(join(workspace ?? "", "out.txt"), "utf8")).toBe("done");
		expect(await kit.workspaces()).toHaveLength(1);
	});

	test("is kept of a setup that failed, to be looked at", async () => {
		await using kit = await kitOf({ subject: { ...WRITES, setup: "touch made; false" }, setting: { keepWorkspaces: true } });
		const { workspace } = await finish(kit);
		expect(await readdir(workspace ?? "")).toEqual(["made"]);
	});

	test("stands in no file by its name on this machine", async () => {
		await using kit = await kitOf({
			subject: { ...WRITES, oracle: [{ shell: { command: "pwd; echo $HOME; echo $TMPDIR" } }, { say: "ready" }] },
			setting: { keepWorkspaces: true },
		});
		const { key, workspace } = await finish(kit);
		const text = await readFile(join(kit.dir, "run/trials/oracle/one/1.1.jsonl"), "utf8");
		expect(text).not.toContain((workspace ?? "").replace(/\/workspace$/, ""));
		expect((await kit.evidenceOf(key)).calls[0]?.result).toContain("$WORKSPACE\n$HOME\n$TMPDIR");
	});
});

describe("secrets", () => {
	const secrets = [{ find: "sk-secret-1", replace: "[KEY]" }];

	test("reach no recording, not even out of the case", async () => {
		await using kit = await kitOf({
			subject: { ...SAY_READY, prompt: "Say sk-secret-1." },
			replies: [saying("ready, sk-secret-1")],
			setting: { secrets },
		});
		await finish(kit);
		expect(await readFile(join(kit.dir, "run/trials/oracle/one/1.1.jsonl"), "utf8")).not.toContain("sk-secret-1");
	});

	test("in what is expected as in what was said, give the verdict that the card will give", async () => {
		const subject = { ...SAY_READY, oracle: [{ say: "sk-secret-1" }], expect: { contains: "sk-secret-1", not_contains: "sk-secret-2" } };
		await using kit = await kitOf({ subject, setting: { secrets } });
		const { grade } = await finish(kit);
		expect(grade.checks.map(({ name, passed }) => [name, passed])).toEqual([
			['contains:"[KEY]"', true],
			['not_contains:"sk-secret-2"', true],
		]);
	});
});
