import { formatNanoUsd } from "../core/price.ts";
import { trialId } from "../recording/trial-key.ts";
import type { Rate } from "./case-rates.ts";
import { type Counts, gradedOf, ungradedOf } from "./counts.ts";
import { ratio } from "./decimal.ts";
import { escapeMarkdown } from "./escape-markdown.ts";
import type { ArmTally, Failure, TagTally, Tally } from "./tally.ts";
import type { CardHead } from "./trial-row.ts";

/** A step summary on GitHub is dropped whole beyond 1 MiB: no table may grow with what a suite holds. */
const MAX_TAG_ROWS = 200;

/** `scorecard.md`: the verdict, the arms, the tags, the failures that come first. */
export function scorecardMarkdown(head: CardHead, tally: Tally): string {
	const sections = [
		[`# ${escapeMarkdown(head.suite)}`],
		[verdictLine(tally.all.counts), ...completeness(head)],
		table(ARM_COLUMNS, tally.arms.map(armCells)),
		...tagSection(tally.tags),
		...failureSection(tally),
		[`Plan ${head.plan.digest}, seed ${escapeMarkdown(head.plan.seed)}.`],
	];
	return `${sections.map((lines) => lines.join("\n")).join("\n\n")}\n`;
}

function verdictLine(counts: Counts): string {
	const { planned, passed, failed } = counts;
	const ungraded = ungradedOf(counts) === 0 ? "" : `, ${causes(counts)}`;
	return `**${verdictOf(counts)}**: of ${planned} planned, ${passed} passed, ${failed} failed${ungraded}.`;
}

function verdictOf(counts: Counts): string {
	if (counts.failed > 0) return "FAIL";
	return counts.planned === 0 || ungradedOf(counts) > 0 ? "INCOMPLETE" : "PASS";
}

function completeness({ complete, reason }: CardHead): readonly string[] {
	return complete ? [] : ["", `The card is not complete${reason === null ? "" : `: ${escapeMarkdown(reason)}`}.`];
}

function causes(counts: Counts): string {
	const parts = Array.from(counts.ungraded, ([code, count]) => `${escapeMarkdown(code)} ${count}`).sort();
	return parts.length === 0 ? "0 ungraded" : `${ungradedOf(counts)} ungraded (${parts.join(", ")})`;
}

const COUNT_COLUMNS = ["planned", "passed", "failed", "ungraded", "pass rate"];
const ARM_COLUMNS = ["arm", "model", ...COUNT_COLUMNS, "cases, every repeat", "cases, any repeat", "input", "output", "cache", "USD"];

function armCells({ arm, provider, model, counts, cases, spent }: ArmTally): readonly string[] {
	const { usage, nanoUsd } = spent;
	const figures = [usage.input, usage.output, usage.cacheRead + usage.cacheWrite].map(String);
	return [
		escapeMarkdown(arm),
		escapeMarkdown(model ?? provider),
		...countCells(counts),
		rate(cases.passAll),
		rate(cases.passAny),
		...figures,
		formatNanoUsd(nanoUsd),
	];
}

function countCells(counts: Counts): readonly string[] {
	const { planned, passed, failed } = counts;
	const ungraded = ungradedOf(counts) === 0 ? "0" : causes(counts).replace(" ungraded", "");
	return [String(planned), String(passed), String(failed), ungraded, rate({ passed, graded: gradedOf(counts), planned })];
}

function rate({ passed, graded, planned }: Rate): string {
	const rest = planned === graded ? "" : `, ${planned - graded} ungraded`;
	return `${ratio(passed, graded) ?? "none"} (${passed}/${graded}${rest})`;
}

function tagSection(tags: readonly TagTally[]): readonly (readonly string[])[] {
	const rows = tags.flatMap(({ tag, arms }) =>
		arms.map(({ arm, counts }) => [escapeMarkdown(tag), escapeMarkdown(arm), ...countCells(counts)]),
	);
	if (rows.length === 0) return [];
	return [["## Tags"], table(["tag", "arm", ...COUNT_COLUMNS], rows.slice(0, MAX_TAG_ROWS)), ...more(rows.length - MAX_TAG_ROWS)];
}

function failureSection({ failures, all }: Tally): readonly (readonly string[])[] {
	if (failures.length === 0) return [];
	return [
		["## Failed"],
		table(["trial", "first failed check", "detail"], failures.map(failureCells)),
		...more(all.counts.failed - failures.length),
	];
}

function failureCells({ caseId, arm, repeat, check, detail }: Failure): readonly string[] {
	return [escapeMarkdown(trialId({ arm, caseId, repeat })), escapeMarkdown(check), escapeMarkdown(detail)];
}

function more(count: number): readonly (readonly string[])[] {
	return count > 0 ? [[`And ${count} more.`]] : [];
}

function table(columns: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
	return [columns, columns.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`);
}
