import { describe, expect, test } from "vitest";
import { runPrompts } from "../../src/agent/run.ts";
import { TurnOptions } from "../../src/agent/turn-options.ts";
import { UsageError } from "../../src/core/error.ts";
import { BudgetPool } from "../../src/core/pool.ts";
import { bounded, play, type Script, saying, stage } from "./kernel.ts";

/** What a run is refused for, and how many requests it had sent by then. */
async function refused(script: Script) {
	const { deps, context, seen } = stage({ replies: [saying("Paid for.")], ...script });
	const error: unknown = await runPrompts(deps, context, script.prompts ?? []).catch((thrown: unknown) => thrown);
	const problems = error instanceof UsageError ? error.problems.map(({ what }) => what) : [];
	return { problems, sent: seen.requests.length, events: seen.events.length };
}

const money = { prompt: "And?", options: new TurnOptions({ pool: new BudgetPool(9, "nano-usd") }) };
const PRICELESS = "a bound of money needs the price of the model";

describe("a run is refused before anything is sent", () => {
	test.each<[string, Script, readonly string[]]>([
		["a blank prompt, wherever it stands", { prompts: ["One.", " \n"] }, ["prompt 2 of 2: a prompt is blank"]],
		["a pool of money without a price, wherever it stands", { prompts: ["One.", money] }, [PRICELESS]],
		["a bound of money without a price", { prompts: ["One."], context: { budget: bounded({ nanoUsd: 5 }) } }, [PRICELESS]],
		[
			"all of it at once",
			{ prompts: [" ", money, ""] },
			[PRICELESS, "prompt 1 of 3: a prompt is blank", "prompt 3 of 3: a prompt is blank"],
		],
	])("for %s", async (_, script, problems) => {
		expect(await refused(script)).toEqual({ problems, sent: 0, events: 0 });
	});
});

test("a blank prompt after others is not played where its pool is empty already", async () => {
	const options = new TurnOptions({ pool: new BudgetPool(0) });
	const { outcome } = await play({ replies: [saying("One.")], prompts: ["One.", { prompt: " ", options }] });
	expect(outcome.cause.code).toBe("pool_exhausted");
});
