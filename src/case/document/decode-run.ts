import { DEFAULT_CAP } from "../../agent/cap.ts";
import { DEFAULT_GUARDS, DEFAULT_STUCK, type Guards } from "../../agent/guards.ts";
import { DEFAULT_RETRY, type RetryPolicy } from "../../agent/retry.ts";
import type { CaseLimits, RunManner } from "../case.ts";
import type { CaseDocument, LimitsDocument, OverridesDocument, RunDocument } from "./case-document.ts";
import { scaled } from "./decimal.ts";
import { parseDuration } from "./duration.ts";
import { parseInstant } from "./instant.ts";

/** Spec C6: what no file can raise by mistake. */
const HARD_ROUNDS = 200;

export function decodeLimits(limits: LimitsDocument): CaseLimits {
	const hardRounds = limits.hard_rounds ?? HARD_ROUNDS;
	return {
		rounds: Math.min(limits.rounds ?? hardRounds, hardRounds),
		hardRounds,
		tokens: limits.tokens ?? null,
		outputTokens: limits.output_tokens ?? null,
		nanoUsd: limits.usd == null ? null : scaled(limits.usd, 9),
		toolCalls: limits.tool_calls ?? null,
		requests: limits.requests ?? null,
		elapsedMs: limits.elapsed == null ? null : parseDuration(limits.elapsed),
		transcriptChars: limits.transcript_chars ?? null,
		deadline: decodeDeadline(limits),
	};
}

/** Where one layer says both, the instant wins. */
function decodeDeadline({ wall, deadline }: LimitsDocument): CaseLimits["deadline"] {
	const epochMs = deadline == null ? null : parseInstant(deadline);
	if (epochMs !== null) return { kind: "at", epochMs };
	const ms = wall == null ? null : parseDuration(wall);
	return ms === null ? null : { kind: "wall", ms };
}

export function decodeManner(document: CaseDocument): RunManner {
	const { lines = DEFAULT_CAP.lines, bytes = DEFAULT_CAP.bytes } = document.tool_output ?? {};
	return {
		retry: decodeRetry(document.retry ?? {}),
		guards: decodeGuards(document),
		finalAnswer: document.final_answer ?? false,
		stream: document.stream ?? null,
		output: { lines, bytes },
		steer: document.steer ?? [],
	};
}

function decodeRetry(retry: NonNullable<RunDocument["retry"]>): RetryPolicy {
	return {
		max: retry.max ?? DEFAULT_RETRY.max,
		baseMs: retry.base_ms ?? DEFAULT_RETRY.baseMs,
		maxMs: retry.max_ms ?? DEFAULT_RETRY.maxMs,
		retryAfterCapMs: retry.retry_after_cap_ms ?? DEFAULT_RETRY.retryAfterCapMs,
		overloadedMs: retry.overloaded_ms ?? DEFAULT_RETRY.overloadedMs,
	};
}

function decodeGuards({ limits, stuck, loop_guard: loop, empty_retries: emptyReplies }: OverridesDocument): Guards {
	const { in_a_row: inARow = DEFAULT_GUARDS.denials.inARow, total = DEFAULT_GUARDS.denials.total } = limits?.denials ?? {};
	return {
		emptyReplies: emptyReplies ?? DEFAULT_GUARDS.emptyReplies,
		stuck:
			stuck === null ? null : { window: stuck?.window ?? DEFAULT_STUCK.window, errorRate: stuck?.error_rate ?? DEFAULT_STUCK.errorRate },
		loop: loop ?? DEFAULT_GUARDS.loop,
		denials: { inARow, total },
	};
}
