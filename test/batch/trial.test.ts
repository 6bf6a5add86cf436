import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Usage } from "../../src/core/usage.ts";
import { failing, reply, saying, stillClock, usage } from "../agent/kernel.ts";
import { SAY_READY } from "../support/suite-files.ts";
import { finish, kitOf, WRITES } from "./trial-kit.ts";

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
