import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { runTrial } from "../../src/batch/trial.ts";
import { scriptedModel } from "../../src/model/scripted.ts";
import { saying, stillClock } from "../agent/kernel.ts";
import { SAY_READY } from "../support/suite-files.ts";
import { finish, kitOf, somewhere, WRITES } from "./trial-kit.ts";

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
