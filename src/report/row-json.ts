import type { Json, JsonObject } from "../core/json.ts";
import { byCodeUnit } from "../core/order.ts";
import type { Usage } from "../core/usage.ts";
import { decimal } from "./decimal.ts";
import type { TrialRow } from "./trial-row.ts";

/** A trial as `scorecard.json` has it (DESIGN §4): integers and fixed-decimal strings, tags by code unit, each once. */
export function rowJson(row: TrialRow): JsonObject {
	return {
		case: row.caseId,
		arm: row.arm,
		repeat: row.repeat,
		tags: [...new Set(row.tags)].sort(byCodeUnit),
		verdict: row.verdict,
		stop: row.stop,
		end: {
			owed_answer: row.end.owedAnswer,
			forced_answer: row.end.forcedAnswer,
			ended_on_failed_call: row.end.endedOnFailedCall,
			usage_complete: row.usage.complete,
		},
		checks: row.checks.map(({ name, passed, weight, detail }): Json => ({ name, passed, weight: decimal(weight), detail })),
		usage: usageJson(row.usage, row.nanoUsd),
		rounds: row.rounds,
		requests: row.requests,
		tool_calls: row.toolCalls,
		counters: countersJson(row.counters),
		diff: row.diff,
		recording: row.recording,
	};
}

export function usageJson(usage: Usage, nanoUsd: number): JsonObject {
	return {
		input_tokens: usage.input,
		output_tokens: usage.output,
		cache_read_tokens: usage.cacheRead,
		cache_write_tokens: usage.cacheWrite,
		nano_usd: nanoUsd,
	};
}

export function countersJson(counters: TrialRow["counters"]): JsonObject {
	const { compactions, denied, malformed, toolErrors, unknown } = counters;
	return { compactions, denied, malformed, tool_errors: toolErrors, unknown };
}
