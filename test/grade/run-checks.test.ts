import { fails, passes, testChecks } from "./check-table.ts";
import { callOf, evidenceOf } from "./evidence-of.ts";

const silent = evidenceOf({});
const failed = callOf("shell", { round: 2, isError: true });
const denied = callOf("shell", { round: 3, isError: true, settledBy: "withheld" });
const ended = { kind: "ended_on_failed_call", value: true, weight: 1 } as const;
const notEnded = { ...ended, value: false };

testChecks([
	[
		"as many rounds as allowed",
		{ kind: "max_rounds", limit: 3, weight: 1 },
		evidenceOf({ rounds: 3 }),
		passes("max_rounds", "3 rounds of at most 3"),
	],
	[
		"a round too many",
		{ kind: "max_rounds", limit: 0, weight: 1 },
		evidenceOf({ rounds: 1 }),
		fails("max_rounds", "expected at most 0; found 1 round"),
	],
	[
		"the expected end",
		{ kind: "stop_cause", code: "max_rounds", weight: 1 },
		evidenceOf({ code: "max_rounds" }),
		passes("stop_cause", "max_rounds"),
	],
	[
		"another end",
		{ kind: "stop_cause", code: "max_rounds", weight: 1 },
		silent,
		fails("stop_cause", "expected max_rounds; found completed"),
	],
	[
		"enough compactions",
		{ kind: "min_compactions", least: 1, weight: 1 },
		evidenceOf({ compactions: 1 }),
		passes("min_compactions", "1 compaction"),
	],
	[
		"too few compactions",
		{ kind: "min_compactions", least: 2, weight: 1 },
		evidenceOf({ compactions: 1 }),
		fails("min_compactions", "expected at least 2; found 1 compaction: the case did not exercise its claim"),
	],
	[
		"a failed call before denied ones",
		ended,
		evidenceOf({ calls: [failed, denied] }),
		passes("ended_on_failed_call", "the run ended on a failed call, shell in turn 1, round 2"),
	],
	[
		"an unknown call at the end",
		notEnded,
		evidenceOf({ calls: [{ ...failed, settledBy: "unknown" }] }),
		fails("ended_on_failed_call", "expected false; the run ended on a failed call, shell in turn 1, round 2 (unknown)"),
	],
	[
		"a failed call that was made good",
		notEnded,
		evidenceOf({ calls: [failed, callOf("fs_read")] }),
		passes("ended_on_failed_call", "the run did not end on a failed call"),
	],
	[
		"denied calls only",
		ended,
		evidenceOf({ calls: [denied] }),
		fails("ended_on_failed_call", "expected true; the run did not end on a failed call"),
	],
	[
		"a failed call of an earlier turn",
		ended,
		evidenceOf({ calls: [failed], turns: 2 }),
		fails("ended_on_failed_call", "expected true; the run did not end on a failed call"),
	],
	[
		"a run that a bound ended",
		ended,
		evidenceOf({ calls: [failed], code: "max_rounds" }),
		fails("ended_on_failed_call", "expected true; the run did not end on a failed call"),
	],
]);
