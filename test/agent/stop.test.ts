import fc from "fast-check";
import { expect, test } from "vitest";
import { openScope, type Scope } from "../../src/agent/scope.ts";
import { nextStop, type StopSources } from "../../src/agent/stop.ts";
import type { StopCode } from "../../src/agent/stop-code.ts";
import { type Budget, UNBOUNDED } from "../../src/core/budget.ts";
import { CancellationToken } from "../../src/core/cancel.ts";
import { BudgetPool } from "../../src/core/pool.ts";
import { bounded, play, reader, saying, usage } from "./kernel.ts";

const NOW = 1_000;

function tripped(): CancellationToken {
	const token = new CancellationToken();
	token.cancel({ kind: "caller", note: "test" });
	return token;
}

/** A scope in which 7 of everything has been spent. */
function spent(budget: Partial<Budget>): Scope {
	const scope = openScope(bounded(budget), NOW - 7);
	Object.assign(scope.counters, { rounds: 7, requests: 7, toolCalls: 7, usage: usage(0, 7), nanoUsd: 7 });
	return scope;
}

/** In order of precedence: each source alone would end the run by its code. */
const SOURCES: readonly {
	readonly code: StopCode;
	readonly cancel?: boolean;
	readonly stop?: boolean;
	readonly pool?: boolean;
	readonly budget?: Partial<Budget>;
}[] = [
	{ code: "cancelled", cancel: true },
	{ code: "deadline", budget: { wallMs: 7 } },
	{ code: "deadline", budget: { untilMs: NOW } },
	{ code: "elapsed", budget: { elapsedMs: 7 } },
	{ code: "stop_requested", stop: true },
	{ code: "token_budget", budget: { tokens: 7 } },
	{ code: "output_token_budget", budget: { outputTokens: 7 } },
	{ code: "cost_budget", budget: { nanoUsd: 7 } },
	{ code: "tool_budget", budget: { toolCalls: 6 } },
	{ code: "max_rounds", budget: { rounds: 7 } },
	{ code: "request_budget", budget: { requests: 7 } },
	{ code: "pool_drained", pool: true },
];

const NOTHING: StopSources = { cancel: [], stop: [], scopes: [], pool: null };

function sourcesOf(holding: readonly (typeof SOURCES)[number][]): StopSources {
	return {
		cancel: holding.some(({ cancel }) => cancel) ? [new CancellationToken(), tripped()] : [],
		stop: holding.some(({ stop }) => stop) ? [tripped()] : [],
		scopes: [spent({}), spent(Object.assign({}, ...holding.map(({ budget }) => budget)))],
		pool: holding.some(({ pool }) => pool) ? new BudgetPool(0) : new BudgetPool(1),
	};
}

test.each(SOURCES.map((source, at) => [source.code, at] as const))("%s (%i) wins over all that stand below it", (code, at) => {
	expect(nextStop(sourcesOf(SOURCES.slice(at)), NOW)?.code).toBe(code);
	expect(nextStop(sourcesOf(SOURCES.slice(at, at + 1)), NOW)?.code).toBe(code);
});

test("what else is due is said beside the end, once and in order", () => {
	const { alsoTrue } = nextStop(sourcesOf(SOURCES), NOW) ?? {};
	expect(alsoTrue).toEqual([...new Set(SOURCES.slice(1).map(({ code }) => code))]);
	expect(nextStop(sourcesOf([{ code: "deadline", budget: { wallMs: 1, untilMs: 1 } }]), NOW)).not.toHaveProperty("alsoTrue");
});

test("a bound says its limit and what was used", () => {
	expect(nextStop(sourcesOf([{ code: "token_budget", budget: { tokens: 5 } }]), NOW)).toEqual({ code: "token_budget", limit: 5, used: 7 });
});

test("what is not reached ends nothing; reached is enough, but for tool calls", () => {
	const one = { tokens: 8, outputTokens: 8, nanoUsd: 8, rounds: 8, requests: 8, toolCalls: 7, wallMs: 8, untilMs: NOW + 1, elapsedMs: 8 };

	expect(nextStop({ ...NOTHING, scopes: [spent(one)] }, NOW)).toBeNull();
	expect(nextStop({ ...NOTHING, scopes: [spent(UNBOUNDED)] }, NOW)).toBeNull();
});

test("the cache is none of the token budget", () => {
	const scope = openScope(bounded({ tokens: 11 }), NOW);
	scope.counters.usage = usage(5, 5, 1_000_000);

	expect(nextStop({ ...NOTHING, scopes: [scope] }, NOW)).toBeNull();
});

test.each([
	["rounds", "max_rounds"],
	["tokens", "token_budget"],
	["outputTokens", "output_token_budget"],
	["nanoUsd", "cost_budget"],
	["requests", "request_budget"],
	["wallMs", "deadline"],
] as const)("a budget of 0 %s sends nothing", async (bound, code) => {
	const { outcome, requests } = await play({
		replies: [saying("Never.")],
		context: { budget: bounded({ [bound]: 0 }) },
		deps: { price: { input: 1, output: 1, cacheRead: 1, cacheWrite: 1 } },
	});

	expect(outcome.cause.code).toBe(code);
	expect(requests).toEqual([]);
});

test("no tool calls are allowed to those who make none", async () => {
	const { outcome } = await play({ replies: [saying("Done.")], tools: [reader("look")], context: { budget: bounded({ toolCalls: 0 }) } });

	expect(outcome.cause.code).toBe("completed");
});

test("a source of lower precedence that comes due never changes the code", () => {
	fc.assert(
		fc.property(fc.subarray([...SOURCES.keys()], { minLength: 1 }), fc.nat(SOURCES.length - 1), (held, added) => {
			const [first = 0] = held;
			const more = [...new Set([...held, added])].toSorted((a, b) => a - b);
			const codeOf = (places: readonly number[]) => nextStop(sourcesOf(places.map((at) => SOURCES[at]!)), NOW)?.code;

			expect(codeOf(held)).toBe(SOURCES[first]!.code);
			expect(codeOf(more)).toBe(SOURCES[Math.min(first, added)]!.code);
		}),
	);
});
