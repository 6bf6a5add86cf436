import fc from "fast-check";
import { STOP_CODES } from "../../src/agent/stop-code.ts";
import type { TrialRow } from "../../src/report/trial-row.ts";
import { cardOrder } from "../../src/report/write.ts";

/** Characters that break one kind of file or another, alone and in words. */
export const nastyText = fc
	.array(
		fc.oneof(
			fc.constantFrom(
				"\u0000",
				"\u001b[2J",
				"\u0085",
				"\u2028",
				"\ufffe",
				"\uffff",
				"\r\n",
				"\t",
				"]]>",
				"<!--",
				"</failure>",
				"&amp;",
				'"',
				"'",
			),
			fc.constantFrom("|", "`x`", "\\", "$&", "{{", "::error::", "<img src=x onerror=alert(1)>", "\u202e", "😀"),
			fc.string({ unit: "binary", maxLength: 5 }),
		),
		{ maxLength: 8 },
	)
	.map((parts) => parts.join("").toWellFormed());

const natural = fc.nat();
const counters = fc.record({ compactions: natural, denied: natural, unknown: natural, malformed: natural, toolErrors: natural });
const check = fc.record({ name: nastyText, passed: fc.boolean(), weight: fc.constantFrom(0, 1, 0.5, 12.25), detail: nastyText });

const anyRow: fc.Arbitrary<TrialRow> = fc.record({
	caseId: fc.constantFrom("a", "a/b", "a-b", "B", "é"),
	arm: fc.constantFrom("haiku", "Opus"),
	repeat: fc.integer({ min: 1, max: 12 }),
	tags: fc.uniqueArray(fc.constantFrom("x", "Y", "z|", "é")).map((tags) => tags.sort()),
	verdict: fc.constantFrom("pass", "fail", "ungraded"),
	stop: fc.constantFrom(...STOP_CODES),
	end: fc.record({ owedAnswer: fc.boolean(), forcedAnswer: fc.boolean(), endedOnFailedCall: fc.boolean() }),
	checks: fc.array(check, { maxLength: 3 }),
	usage: fc.record({ input: natural, output: natural, cacheRead: natural, cacheWrite: natural, complete: fc.boolean() }),
	nanoUsd: natural,
	rounds: natural,
	requests: natural,
	toolCalls: natural,
	counters,
	diff: fc.option(fc.constant("0d1f")),
	recording: fc.option(nastyText),
});

/** Rows as a batch gives them: in card order, each trial once. */
export const anyRows: fc.Arbitrary<readonly TrialRow[]> = fc
	.uniqueArray(anyRow, { maxLength: 12, comparator: (a, b) => cardOrder(a, b) === 0 })
	.map((rows) => rows.sort(cardOrder));
