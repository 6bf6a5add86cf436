import { describe, expect, test } from "vitest";
import { findViolations } from "../../src/app/prove-suite.ts";
import { SAY_READY } from "../support/suite-files.ts";
import { suiteKit } from "./app-kit.ts";

describe("a suite is proven", () => {
	test("when its oracle passes and doing nothing fails; every other case is named with what is wrong", async () => {
		await using kit = await suiteKit({
			cases: {
				empty: { ...SAY_READY, expect: { not_contains: "sorry" } },
				sound: SAY_READY,
				unready: { ...SAY_READY, setup: "exit 1" },
				wrong: { ...SAY_READY, expect: { contains: ["ready", "steady"] } },
			},
		});
		const { card } = await kit.run("run", { play: ["nop", "oracle"] });
		expect(await findViolations(card)).toEqual([
			{ trial: "nop/empty/1", what: "passes though nothing was done: no expectation needs any work" },
			{ trial: "nop/unready/1", what: "ungraded: setup_error" },
			{ trial: "oracle/unready/1", what: "ungraded: setup_error" },
			{ trial: "oracle/wrong/1", what: expect.stringMatching(/^the reference solution fails: contains:"steady": /) },
		]);
	});
});
