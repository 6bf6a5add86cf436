import type { Json, JsonObject } from "../core/json.ts";
import type { Rate } from "./case-rates.ts";
import { type Counts, gradedOf } from "./counts.ts";
import { ratio } from "./decimal.ts";
import { countersJson, usageJson } from "./row-json.ts";
import type { ArmTally, TagTally, Tally, Totals } from "./tally.ts";
import type { CardHead } from "./trial-row.ts";

/** Raised when a key of the card changes its meaning. */
export const CARD_SCHEMA = 1;

/**
 * The card without its `trials`:
 *
 * - `arms[]`: `arm, provider, model`, the counts `planned, passed, failed, ungraded {stop code: n}` with
 *   planned = passed + failed + Σ ungraded, then `rates, usage, rounds, requests, tool_calls, counters` (sums over trials)
 * - `rates`, of an arm and at the top over all arms: `pass` (trials), `pass_all` and `pass_any` (cases of which every
 *   repeat, or at least one, passed), `checks` (of graded trials). Each is `{passed, graded, planned, rate}` with
 *   rate = passed / graded as a decimal string, null over nothing; a case is graded when all its repeats are. `checks` has
 *   no `planned`: an ungraded trial has none. At the top the counts stand beside them.
 * - `tags[]`: `tag`, `arms[]` of `arm`, the counts and `rates {pass}`
 */
export function cardJson(head: CardHead, tally: Tally): JsonObject {
	const { digest, cases, fixtures, tools, arms, repeats, seed } = head.plan;
	return {
		schema: CARD_SCHEMA,
		suite: head.suite,
		plan: { digest, cases, fixtures, tools, arms, repeats, seed },
		complete: head.complete,
		reason: head.reason,
		arms: tally.arms.map(armJson),
		tags: tally.tags.map(tagJson),
		rates: { ...countsJson(tally.all.counts), ...ratesJson(tally.all) },
		pool: poolJson(head.pool),
	};
}

/** Trials are admitted in plan order against one limit, whole. */
function poolJson(pool: CardHead["pool"]): Json {
	if (pool === null) return null;
	const { tokens, nanoUsd, chargedTokens, chargedNanoUsd } = pool;
	return {
		admission: "hard",
		slices: 1,
		tokens: tokens === null ? null : { limit: tokens, charged: chargedTokens },
		nano_usd: nanoUsd === null ? null : { limit: nanoUsd, charged: chargedNanoUsd },
	};
}

function armJson(tally: ArmTally): Json {
	const { arm, provider, model, spent } = tally;
	return {
		arm,
		provider,
		model,
		...countsJson(tally.counts),
		rates: ratesJson(tally),
		usage: usageJson(spent.usage, spent.nanoUsd),
		rounds: spent.rounds,
		requests: spent.requests,
		tool_calls: spent.toolCalls,
		counters: countersJson(spent.counters),
	};
}

function tagJson({ tag, arms }: TagTally): Json {
	return { tag, arms: arms.map(({ arm, counts }): Json => ({ arm, ...countsJson(counts), rates: { pass: trialRate(counts) } })) };
}

function countsJson({ planned, passed, failed, ungraded }: Counts): JsonObject {
	return { planned, passed, failed, ungraded: Object.fromEntries(ungraded) };
}

function ratesJson({ counts, cases, checks }: Totals): JsonObject {
	return {
		pass: trialRate(counts),
		pass_all: caseRate(cases.passAll),
		pass_any: caseRate(cases.passAny),
		checks: { passed: checks.passed, graded: checks.graded, rate: ratio(checks.passed, checks.graded) },
	};
}

function trialRate(counts: Counts): Json {
	return caseRate({ passed: counts.passed, graded: gradedOf(counts), planned: counts.planned });
}

function caseRate({ passed, graded, planned }: Rate): Json {
	return { passed, graded, planned, rate: ratio(passed, graded) };
}
