import { describe, expect, test } from "vitest";
import type { Model } from "../../src/agent/model.ts";
import { TurnOptions } from "../../src/agent/turn-options.ts";
import { CancellationToken } from "../../src/core/cancel.ts";
import { BudgetPool } from "../../src/core/pool.ts";
import { scriptedModel } from "../../src/model/scripted.ts";
import { stillClock } from "../support/still-clock.ts";
import { bounded, calling, play, reader, type Script, saying, trip } from "./kernel.ts";

const fails = reader("look", async () => ({ content: "no", isError: true }));
const stops: Script = { prompts: [{ prompt: "Go.", options: new TurnOptions({ strategy: { decide: () => ({ kind: "stop" }) } }) }] };
const looks = Array.from({ length: 12 }, () => calling("look"));

/** What rounds decide by themselves, and the number of the request after which they do. */
const DECIDED: readonly (readonly [string, number, Script])[] = [
	["stuck", 10, { tools: [fails], replies: looks }],
	["loop", 7, { replies: looks, context: { compactAtTokens: 5 } }],
	["denial_limit", 3, { replies: looks, context: { withheld: new Set(["look"]) } }],
	["no_output", 4, { replies: [saying(""), saying(""), saying(""), saying("")] }],
	["strategy_stop", 1, { ...stops, replies: looks }],
	["strategy_stop", 1, { ...stops, replies: [saying("Done.")] }],
	["model_refusal", 1, { replies: [saying("No.", { stop: "refusal" })] }],
	["provider_stop", 1, { replies: [saying("So", { stop: "max-tokens" })] }],
	["context_overflow", 1, { replies: [saying("So", { stop: "context-window" })] }],
];

/** Plays it, and lets something happen once its last reply is given. */
async function playUntil(
	script: Script,
	last: number,
	then: (still: ReturnType<typeof stillClock>) => void,
	context: Script["context"] = {},
) {
	const still = stillClock();
	const scripted = scriptedModel(script.replies ?? [], { clock: still.clock });
	let rounds = 0;
	const model: Model = {
		call: async (request, signal) => {
			const reply = await scripted.call(request, signal);
			if (request.purpose === "round" && ++rounds === last) then(still);
			return reply;
		},
	};
	const { outcome } = await play({
		tools: [reader("look")],
		...script,
		context: { ...script.context, ...context },
		deps: { model, clock: still.clock },
	});
	return outcome;
}

describe.each(DECIDED)("an end that a round decides (%s)", (code, last, script) => {
	test("gives way to a cancellation, and is told beside it", async () => {
		const cancel = new CancellationToken();
		const { cause } = await playUntil(script, last, () => trip(cancel), { cancel });
		// A call is not run then, so nothing is looped over or denied.
		const called = ["loop", "denial_limit"].includes(code);
		expect(cause).toEqual(called ? { code: "cancelled" } : { code: "cancelled", alsoTrue: [code] });
	});

	test("gives way to a deadline, and is told beside it", async () => {
		const { cause } = await playUntil(script, last, (still) => still.advance(60_000), { budget: bounded({ wallMs: 60_000 }) });
		expect(cause).toMatchObject({ code: "deadline", alsoTrue: [code] });
	});

	test("stands over a stop and every bound, which are told beside it", async () => {
		const stop = new CancellationToken();
		const budget = bounded({ rounds: last, requests: last });
		const { cause } = await playUntil(script, last, () => trip(stop), { stop, budget });
		expect(cause).toMatchObject({ code, alsoTrue: ["stop_requested", "max_rounds", "request_budget"] });
	});
});

test("an answer stands over a cancellation that comes with it, which is told", async () => {
	const cancel = new CancellationToken();
	const outcome = await playUntil({ replies: [saying("Done.")] }, 1, () => trip(cancel), { cancel });
	expect(outcome).toMatchObject({ cause: { code: "completed", alsoTrue: ["cancelled"] }, owedAnswer: false });
});

test("an answer that takes the last of an allowance says so", async () => {
	const options = new TurnOptions({ pool: new BudgetPool(20) });
	const { outcome } = await play({ replies: [saying("Done.")], prompts: [{ prompt: "Go.", options }] });
	expect(outcome.cause).toEqual({ code: "completed", alsoTrue: ["pool_drained"] });
});
