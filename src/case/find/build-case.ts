import { digest } from "../../core/digest.ts";
import type { JsonObject } from "../../core/json.ts";
import type { Case } from "../case.ts";
import { decodeCaseDocument } from "../document/case-schema.ts";
import { decodeCase } from "../document/decode-case.ts";
import type { Finding } from "../problem/finding.ts";
import { contradictions, isGraded, type KnownSuite, omissions } from "../rule/rules.ts";
import { type Surroundings, settle } from "./settle.ts";

/** A merged document that is to become a case. */
export type CaseDraft = {
	readonly id: string;
	/** The case file, relative to the suite's root, with `/`. */
	readonly file: string;
	readonly document: JsonObject;
	/** Whether a layer that could not be read is missing in it: then what contradicts what, and what is not there, cannot be told. */
	readonly isWhole: boolean;
	/** What expects nothing; of a case that expects nothing at all that is said instead. */
	readonly idle: readonly Finding[];
};

export type BuiltCase = { readonly ok: true; readonly value: Case } | { readonly ok: false; readonly findings: readonly Finding[] };

/** A case, or all that is wrong with its document, with the files it names and between its keys. */
export async function buildCase(
	{ id, file, document, isWhole, idle }: CaseDraft,
	around: Surroundings,
	known: KnownSuite,
): Promise<BuiltCase> {
	const decoded = decodeCaseDocument(document);
	if (decoded.document === null) return { ok: false, findings: decoded.findings };
	const { document: settled, outside, findings } = await settle(decoded.document, around);
	const wrong = [...decoded.findings, ...findings, ...(isWhole ? contradictions(settled, known) : []), ...(isGraded(settled) ? idle : [])];
	// What is missing may be what is wrong: a misspelt `expect` is said once.
	const all = wrong.length > 0 || !isWhole ? wrong : omissions(settled);
	if (all.length > 0 || !isWhole) return { ok: false, findings: all };
	const { rows: _, ...kept } = settled;
	const source: JsonObject = kept;
	return { ok: true, value: decodeCase(settled, source, { id, file, digest: digest({ source, ...outside }) }) };
}
