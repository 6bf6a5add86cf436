import { type CaseDocument, type FileDocument, listOf } from "../document/case-document.ts";
import { decodeExpect } from "../document/decode-expect.ts";
import { type Finding, finding } from "../problem/finding.ts";
import type { LeavesOut } from "./left-out.ts";
import type { KnownTools } from "./tool-rules.ts";
import { writeBar } from "./write-bar.ts";

/** Expectations that can only pass or only fail, and so say nothing of a model. */
export function expectFindings(document: CaseDocument, known: KnownTools): readonly Finding[] {
	const files = (document.expect?.files ?? []).flatMap(fileFindings);
	return [...roundsFindings(document), ...files, ...verifyFindings(document, known), ...untouchedFindings(document, known)];
}

function roundsFindings({ expect = {}, limits = {} }: CaseDocument): readonly Finding[] {
	const { max_rounds: most } = expect;
	const { rounds } = limits;
	if (most === undefined || rounds === undefined || most < rounds) return [];
	const what = `expect.max_rounds ${most} cannot fail: limits.rounds is ${rounds}`;
	return [
		{
			...finding([], what, "set it below limits.rounds"),
			paths: [
				["expect", "max_rounds"],
				["limits", "rounds"],
			],
		},
	];
}

function fileFindings({ path, exists, contains, equals, sha256 }: FileDocument, at: number): readonly Finding[] {
	const hasContent = [contains, equals, sha256].some((condition) => condition !== undefined);
	if (exists !== false || !hasContent) return [];
	return [finding(["expect", "files", at], `"${path}" is to be absent and to have contents`, "keep one of the two")];
}

/** A conversation is summarised at `compact_at_tokens`, and never without. */
export function compactionFindings({ expect = {}, compact_at_tokens: at }: CaseDocument): readonly Finding[] {
	if (expect.min_compactions === undefined || typeof at === "number") return [];
	const what = `expect.min_compactions ${expect.min_compactions} can only fail: without compact_at_tokens nothing is compacted`;
	const found = finding(["expect", "min_compactions"], what, "set compact_at_tokens");
	return [{ ...found, paths: [...found.paths, ["compact_at_tokens"]] }];
}

/** What the diff leaves out may change unseen. */
export function unchangedFindings({ expect = {} }: CaseDocument, leavesOut: LeavesOut): readonly Finding[] {
	const { unchanged } = expect;
	const path = ["expect", "unchanged"];
	const remedy = "take it out, or say `diff: {ignore: […]}` without it in assay.yaml";
	return listOf(unchanged).flatMap((glob, at) => {
		const what = `"${glob}" cannot fail: the workspace diff leaves out all that it matches`;
		return leavesOut(glob) ? [finding(typeof unchanged === "string" ? path : [...path, at], what, remedy)] : [];
	});
}

/** A command that checks work makes no sense where nothing can be worked on. */
export function verifyFindings(document: CaseDocument, known: KnownTools): readonly Finding[] {
	if (document.expect?.verify === undefined) return [];
	const bar = writeBar(document, known);
	if (bar === null) return [];
	const verify = ["expect", "verify"];
	const what = `verify checks what the agent wrote, and ${bar.why}`;
	return [{ ...finding(verify, what, `take out verify, or ${bar.remedy}`), paths: [verify, ...bar.paths] }];
}

/** Where nothing can be written, every agent leaves all as it was. */
function untouchedFindings(document: CaseDocument, known: KnownTools): readonly Finding[] {
	const expectations = decodeExpect(document.expect ?? {});
	const isUntouched = expectations.every((one) => one.kind === "unchanged" || (one.kind === "files" && one.exists === false));
	const bar = expectations.length > 0 && isUntouched ? writeBar(document, known) : null;
	if (bar === null) return [];
	const what = `expect asks only that the agent writes nothing, and ${bar.why}`;
	return [{ ...finding(["expect"], what, `expect something else too, or ${bar.remedy}`), paths: [["expect"], ...bar.paths] }];
}
