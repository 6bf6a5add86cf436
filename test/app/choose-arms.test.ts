import { describe, expect, test } from "vitest";
import { refuseUnsandboxed } from "../../src/app/unsandboxed.ts";
import { SAY_READY } from "../support/suite-files.ts";
import { problemsOf, suiteKit } from "./app-kit.ts";

const LIVE = { provider: "anthropic", model: "m" };
const { oracle: _, ...MUTE } = SAY_READY;

describe("the arms of a run", () => {
	test("are those named, by name, each once", async () => {
		await using kit = await suiteKit({ cases: { a: SAY_READY }, arms: { zeta: LIVE, alpha: LIVE } });
		expect(kit.arms("zeta", "nop", "alpha", "zeta").map(({ name }) => name)).toEqual(["alpha", "nop", "zeta"]);
	});

	test("are else those marked default", async () => {
		await using kit = await suiteKit({ cases: { a: SAY_READY }, arms: { one: LIVE, two: { ...LIVE, default: true } } });
		expect(kit.arms().map(({ name }) => name)).toEqual(["two"]);
	});

	test("are else the built-in oracle, and no other arm that plays like it", async () => {
		await using kit = await suiteKit({
			cases: { a: SAY_READY },
			arms: { brief: { provider: "oracle", overrides: { system: "Be brief." } } },
		});
		expect(kit.arms().map(({ name }) => name)).toEqual(["oracle"]);
	});

	test("that there are not are refused, all at once, with what was meant", async () => {
		await using kit = await suiteKit({ cases: { a: SAY_READY }, arms: { sonnet: LIVE } });
		expect(await problemsOf(() => kit.arms("sonet", "oracle", "gpt"))).toEqual([
			'no arm "sonet"; did you mean "sonnet"?',
			'no arm "gpt"; there are nop, oracle, sonnet',
		]);
	});

	test("that cannot play the suite are refused with all that keeps them from it", async () => {
		await using kit = await suiteKit({
			cases: { a: MUTE, b: { ...MUTE, limits: { usd: 1 } } },
			arms: { live: LIVE },
		});
		expect(await problemsOf(() => kit.arms("live", "oracle"))).toEqual([
			expect.stringMatching(/^assay\.yaml:1:\d+: limits\.usd bounds b, and the model "m" of the arm "live" has no price; /),
			'cases/a.yaml:1:1: the arm "oracle" cannot answer cases/a.yaml, cases/b.yaml: no `oracle` there; write one, choose another arm with -a, or leave them out',
		]);
	});

	test("that cannot answer many cases name some of them", async () => {
		const cases = Object.fromEntries(Array.from({ length: 8 }, (_unused, at) => [`c${at}`, MUTE]));
		await using kit = await suiteKit({ cases });
		expect((await problemsOf(() => kit.arms()))[0]).toContain("cases/c3.yaml, cases/c4.yaml and 3 more: no");
	});
});

test("a suite whose oracle calls a tool as it would refuse is refused before a run", async () => {
	const oracle = [{ fs_read: { pth: 1 } }, { shell: { command: 5 } }, { say: "ready" }];
	expect(await problemsOf(() => suiteKit({ cases: { a: { ...SAY_READY, oracle } } }))).toEqual([
		expect.stringMatching(/cases\/a\.yaml:1:\d+: oracle\[0\]\.fs_read would be refused: .*pth; mend its arguments$/),
		expect.stringMatching(/cases\/a\.yaml:1:\d+: oracle\[1\]\.shell would be refused: command: expected a string; mend its arguments$/),
	]);
});

describe("as root, without isolation", () => {
	const arms = { live: LIVE, shut: { ...LIVE, overrides: { withhold: ["shell"] } }, opened: { ...LIVE, overrides: { tools: ["shell"] } } };
	const cases = {
		open: SAY_READY,
		shut: { ...SAY_READY, tools: ["fs_read"] },
		withheld: { ...SAY_READY, withhold: ["shell"] },
		plans: { ...SAY_READY, phase: "plan" },
	};

	test("a live model's commands do not run: each case is named as its arm is asked it", async () => {
		await using kit = await suiteKit({ cases, arms });
		const refused = (...names: readonly string[]): Promise<readonly string[]> =>
			problemsOf(() => refuseUnsandboxed(kit.suite, kit.arms(...names), 0));
		expect(await refused("live")).toEqual([expect.stringMatching(/would run without isolation: live\/open; .* say --allow-unsandboxed$/)]);
		expect(await refused("opened")).toEqual([expect.stringContaining("opened/open, opened/shut;")]);
		expect(await refused("shut")).toEqual([]);
	});

	test("those of the suite's author do, and an ordinary user may run all", async () => {
		await using kit = await suiteKit({ cases, arms });
		refuseUnsandboxed(kit.suite, kit.arms("nop", "oracle"), 0);
		refuseUnsandboxed(kit.suite, kit.arms("live", "opened"), 1_000);
	});
});
