import { expect, test } from "vitest";
import { forbidding } from "../../src/agent/answerable.ts";
import { openScope } from "../../src/agent/scope.ts";
import type { StopSources } from "../../src/agent/stop.ts";
import { bounded, tripped } from "./kernel.ts";

const NOW = 1_000;

function due(budget: Parameters<typeof bounded>[0], fields: Partial<StopSources> = {}): StopSources {
	return { cancel: [], stop: [], pool: null, scopes: [openScope(bounded(budget), NOW)], ...fields };
}

test("a bound of work keeps a round from being asked for, not a final answer", () => {
	const spent = due({ tokens: 0, rounds: 0 });
	expect(forbidding("round", spent, NOW)).toMatchObject({ code: "token_budget", alsoTrue: ["max_rounds"] });
	expect(forbidding("final", spent, NOW)).toBeNull();
});

test("what no answer goes beyond keeps it back too, and is named though a bound of work stands above it", () => {
	expect(forbidding("final", due({ tokens: 0, requests: 0 }), NOW)).toEqual({ code: "request_budget" });
	expect(forbidding("final", due({ tokens: 0 }, { stop: [tripped()] }), NOW)).toMatchObject({ code: "stop_requested" });
	expect(forbidding("final", due({}), NOW)).toBeNull();
});
