import { STOP_CODES } from "../agent/stop-code.ts";
import type { Json, JsonObject } from "../core/json.ts";
import type { Check, Verdict } from "../grade/grade.ts";
import type { ArmInfo, PlanDigests } from "../recording/journal-record.ts";
import { CARD_SCHEMA } from "./card-json.ts";
import { decimalAt, FieldError, flagAt, listAt, naturalAt, objectOf, oneOfAt, textAt, textOf, textOrNullAt } from "./fields.ts";
import type { CardHead, TrialRow } from "./trial-row.ts";

const VERDICTS: readonly Verdict[] = ["pass", "fail", "ungraded"];

/** The head of a card. Its aggregates are not read: whoever needs them folds the rows. Throws FieldError. */
export function headFromJson(value: Json): CardHead {
	const card = objectOf(value, "scorecard");
	if (card.schema !== CARD_SCHEMA) throw new FieldError(`schema ${JSON.stringify(card.schema ?? null)}; this version reads ${CARD_SCHEMA}`);
	return {
		suite: textAt(card, "suite"),
		plan: planFromJson(objectOf(card.plan, "plan")),
		complete: flagAt(card, "complete"),
		reason: textOrNullAt(card, "reason"),
		arms: listAt(card, "arms").map((arm) => armFromJson(objectOf(arm, "arms"))),
	};
}

/** A row of a card. That its usage is complete is not kept there. Throws FieldError. */
export function rowFromJson(value: Json): TrialRow {
	const row = objectOf(value, "trial");
	return {
		caseId: textAt(row, "case"),
		arm: textAt(row, "arm"),
		repeat: naturalAt(row, "repeat"),
		tags: listAt(row, "tags").map((tag) => textOf(tag, "tags")),
		verdict: oneOfAt(row, "verdict", VERDICTS),
		stop: oneOfAt(row, "stop", STOP_CODES),
		checks: listAt(row, "checks").map((check) => checkFromJson(objectOf(check, "checks"))),
		...spentFromJson(row),
		diff: textOrNullAt(row, "diff"),
		recording: textOrNullAt(row, "recording"),
	};
}

function planFromJson(plan: JsonObject): PlanDigests {
	return {
		digest: textAt(plan, "digest"),
		cases: textAt(plan, "cases"),
		fixtures: textAt(plan, "fixtures"),
		tools: textAt(plan, "tools"),
		arms: textAt(plan, "arms"),
		repeats: naturalAt(plan, "repeats"),
		seed: textAt(plan, "seed"),
	};
}

function armFromJson(arm: JsonObject): ArmInfo {
	return { arm: textAt(arm, "arm"), provider: textAt(arm, "provider"), model: textOrNullAt(arm, "model") };
}

function checkFromJson(check: JsonObject): Check {
	return {
		name: textAt(check, "name"),
		passed: flagAt(check, "passed"),
		weight: decimalAt(check, "weight"),
		detail: textAt(check, "detail"),
	};
}

function spentFromJson(row: JsonObject): Pick<TrialRow, "usage" | "nanoUsd" | "rounds" | "requests" | "toolCalls" | "counters"> {
	const usage = objectOf(row.usage, "usage");
	const counters = objectOf(row.counters, "counters");
	return {
		usage: {
			input: naturalAt(usage, "input_tokens"),
			output: naturalAt(usage, "output_tokens"),
			cacheRead: naturalAt(usage, "cache_read_tokens"),
			cacheWrite: naturalAt(usage, "cache_write_tokens"),
			complete: true,
		},
		nanoUsd: naturalAt(usage, "nano_usd"),
		rounds: naturalAt(row, "rounds"),
		requests: naturalAt(row, "requests"),
		toolCalls: naturalAt(row, "tool_calls"),
		counters: {
			compactions: naturalAt(counters, "compactions"),
			denied: naturalAt(counters, "denied"),
			unknown: naturalAt(counters, "unknown"),
			malformed: naturalAt(counters, "malformed"),
			toolErrors: naturalAt(counters, "tool_errors"),
		},
	};
}
