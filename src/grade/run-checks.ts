import { type CallRecord, failedLast } from "../agent/call.ts";
import type { StopCode } from "../agent/stop-code.ts";
import { counted } from "../core/counted.ts";
import type { Evidence, OutcomeEvidence } from "../recording/evidence.ts";
import { placeOf } from "./call-checks.ts";
import type { Finding } from "./grade.ts";
import { oneLine } from "./quote.ts";

/** Checks of how the run went, over all its turns. */

export function maxRounds(limit: number, outcome: OutcomeEvidence): Finding {
	const passed = outcome.rounds <= limit;
	const took = counted(outcome.rounds, "round");
	return { name: "max_rounds", passed, detail: passed ? `${took} of at most ${limit}` : `expected at most ${limit}; found ${took}` };
}

export function stopCause(code: StopCode, outcome: OutcomeEvidence): Finding {
	const passed = outcome.cause.code === code;
	return { name: "stop_cause", passed, detail: passed ? code : `expected ${code}; found ${outcome.cause.code}` };
}

export function minCompactions(least: number, outcome: OutcomeEvidence): Finding {
	const passed = outcome.compactions >= least;
	const found = counted(outcome.compactions, "compaction");
	const detail = passed ? found : `expected at least ${least}; found ${found}: the case did not exercise its claim`;
	return { name: "min_compactions", passed, detail };
}

export function endsOnFailedCall(value: boolean, evidence: Evidence): Finding {
	const turn = evidence.turns.at(-1)?.turn;
	const calls = evidence.calls.filter((call) => call.turn === turn);
	const failed = evidence.outcome.cause.code === "completed" ? failedLast(calls) : null;
	const found = failed === null ? "the run did not end on a failed call" : `the run ended on a failed call, ${callName(failed)}`;
	const passed = (failed !== null) === value;
	return { name: "ended_on_failed_call", passed, detail: passed ? found : `expected ${value}; ${found}` };
}

function callName(call: CallRecord): string {
	return `${oneLine(call.name)} in ${placeOf(call)}`;
}
