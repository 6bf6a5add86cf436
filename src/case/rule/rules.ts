import type { CaseDocument } from "../document/case-document.ts";
import { decodeExpect } from "../document/decode-expect.ts";
import { type Finding, finding } from "../problem/finding.ts";
import { clashFindings } from "./clash-rules.ts";
import { compactionFindings, expectFindings, unchangedFindings } from "./expect-rules.ts";
import type { LeavesOut } from "./left-out.ts";
import { oracleFindings } from "./oracle-rules.ts";
import { type KnownTools, oracleArgsFindings, unknownToolFindings } from "./tool-rules.ts";

/** What a suite knows beside a case, that its rules ask for. */
export type KnownSuite = {
	readonly tools: KnownTools;
	readonly leavesOut: LeavesOut;
	/** Whether some arm sets `compact_at_tokens`: then it depends on the arm whether a run is compacted. */
	readonly armsCompact: boolean;
};

/** What is wrong between the keys of a merged document. A key that is missing is not its business. */
export function contradictions(document: CaseDocument, known: KnownSuite): readonly Finding[] {
	return [
		...rivalFindings(document),
		...steerFindings(document),
		...unknownToolFindings(document, known.tools),
		...oracleFindings(document),
		...oracleArgsFindings(document, known.tools),
		...clashFindings(document),
		...(known.armsCompact ? [] : compactionFindings(document)),
		...expectFindings(document, known.tools),
		...unchangedFindings(document, known.leavesOut),
	];
}

/** What a merged document, its prompt file read, must have and has not. */
export function omissions(document: CaseDocument): readonly Finding[] {
	return [
		...promptOmissions(document),
		...(document.tags === undefined ? [finding(["tags"], "no tags", "add `tags: [name]`, by which scorecards count")] : []),
		...(isGraded(document) ? [] : [finding(["expect"], "nothing is expected, so every answer would pass", "add a check to `expect`")]),
	];
}

export function promptOmissions({ prompt }: CaseDocument): readonly Finding[] {
	return prompt === undefined ? [finding(["prompt"], "no prompt", "add `prompt: …` or `prompt_file: …`")] : [];
}

export function isGraded({ expect = {} }: CaseDocument): boolean {
	return decodeExpect(expect).length > 0;
}

function rivalFindings({ prompt, prompt_file: file }: CaseDocument): readonly Finding[] {
	if (prompt === undefined || file === undefined) return [];
	return [{ ...finding(["prompt_file"], "both prompt and prompt_file", "keep one of them"), part: "key" }];
}

/** Input for a round that is never played would be lost. */
function steerFindings({ steer = [], limits = {} }: CaseDocument): readonly Finding[] {
	const { rounds = Number.POSITIVE_INFINITY } = limits;
	return steer.flatMap(({ round }, at) => {
		const what = `round ${round} is never played: limits.rounds is ${rounds}`;
		return round > rounds ? [finding(["steer", at, "round"], what, "set it to at most limits.rounds")] : [];
	});
}
