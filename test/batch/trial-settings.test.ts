import { describe, expect, test } from "vitest";
import { STOP_CODES } from "../../src/agent/stop-code.ts";
import type { JsonObject } from "../../src/core/json.ts";
import { nopModel } from "../../src/model/nop.ts";
import type { ScriptReply } from "../../src/model/scripted.ts";
import { calling, reply, saying, stillClock } from "../agent/kernel.ts";
import { SAY_READY } from "../support/suite-files.ts";
import { finish, kitOf, WRITES } from "./trial-kit.ts";

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
