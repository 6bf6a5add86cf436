import { counted } from "../core/counted.ts";
import { formatNanoUsd } from "../core/price.ts";
import { tokensOf } from "../core/usage.ts";
import { trialId } from "../recording/trial-key.ts";
import { type Counts, ungradedOf } from "../report/counts.ts";
import type { ArmTally, Tally } from "../report/tally.ts";
import { boundText } from "./bound-text.ts";
import { printableLine } from "./printable.ts";

export type Summary = {
	readonly suite: string;
	readonly directory: string;
	readonly card: string;
	readonly reason: string | null;
	readonly tally: Tally;
	/** Trials' workspaces were left on the disk. */
	readonly isKept: boolean;
};

const MOST_FAILURES = 10;

/** Where the word alone does not say enough. */
const REASONS: Readonly<Record<string, string>> = {
	deadline: "the batch's deadline came; `assay run --resume` goes on with it",
	stopped: "stopped; `assay run --resume` goes on with it",
	cancelled: "cancelled; `assay run --resume` goes on with it",
	interrupted: "interrupted; trials whose end is not in the journal, or torn there, count as cancelled",
};

/** What a run came to, in the order in which it is asked: is it good, what is not, what did it cost, where is it written. */
export function summaryText({ suite, directory, card, reason, tally, isKept }: Summary): string {
	return [
		`${verdictOf(tally.all.counts)}  ${printableLine(suite)}: ${countsText(tally.all.counts)}`,
		...tally.arms.map(armLine),
		...failureLines(tally, directory),
		...(reason === null ? [] : [`The card is not complete: ${REASONS[reason] ?? reason}.`]),
		...(isKept ? [`Workspaces are kept: ${directory}/run.json says where.`] : []),
		`scorecard: ${card}`,
	].join("\n");
}

export function verdictOf(counts: Counts): "PASS" | "FAIL" | "INCOMPLETE" {
	if (counts.failed > 0) return "FAIL";
	return counts.planned === counts.passed ? "PASS" : "INCOMPLETE";
}

function countsText(counts: Counts): string {
	const { planned, passed, failed } = counts;
	const ungraded = ungradedOf(counts);
	const causes = Array.from(counts.ungraded, ([code, count]) => `${count} ${code}`).sort();
	return `${passed} of ${planned} passed, ${failed} failed, ${ungraded} ungraded${ungraded === 0 ? "" : ` (${causes.join(", ")})`}`;
}

function armLine({ arm, model, counts, spent }: ArmTally): string {
	const cost = spent.nanoUsd === 0 ? "" : `, $${formatNanoUsd(spent.nanoUsd)}`;
	return `  ${arm}${model === null ? "" : ` (${printableLine(model)})`}: ${countsText(counts)}; ${counted(tokensOf(spent.usage), "token")}${cost}`;
}

function failureLines({ failures, all }: Tally, directory: string): readonly string[] {
	if (failures.length === 0) return [];
	const lines = failures.slice(0, MOST_FAILURES).map((failure) => {
		const { check, detail, caseId, arm, repeat, stop } = failure;
		return `  ${trialId({ caseId, arm, repeat })}  ${boundText(stop)}${printableLine(check)}: ${printableLine(detail)}`;
	});
	const more = all.counts.failed - lines.length;
	return ["failed:", ...lines, ...(more > 0 ? [`  and ${more} more`] : []), `look at one: assay show ${directory} <trial>`];
}
