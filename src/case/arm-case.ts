import { UsageError } from "../core/error.ts";
import type { JsonObject } from "../core/json.ts";
import type { Arm, Case } from "./case.ts";
import { BUILT_IN_DEFAULTS } from "./document/built-in.ts";
import { decodeCaseDocument } from "./document/case-schema.ts";
import { type CaseIdentity, decodeCase } from "./document/decode-case.ts";
import { oracleFindings } from "./rule/oracle-rules.ts";
import { promptOmissions } from "./rule/rules.ts";
import { merge } from "./text/merge.ts";

/** A case as an arm plays it: the arm's overrides laid over its document. The digest stays the case's. */
export function caseForArm(subject: Case, arm: Arm): Case {
	if (Object.keys(arm.overrides).length === 0) return subject;
	return decodeCaseSource(merge(subject.source, arm.overrides), subject);
}

/** A case from the document that another one was decoded from, as recordings keep it. Throws a UsageError when it is none. */
export function decodeCaseSource(source: JsonObject, { id, file, digest }: CaseIdentity): Case {
	const { document, findings } = decodeCaseDocument(merge(BUILT_IN_DEFAULTS, source));
	const wrong = document === null ? findings : [...findings, ...promptOmissions(document), ...oracleFindings(document)];
	if (document !== null && wrong.length === 0) return decodeCase(document, source, { id, file, digest });
	throw new UsageError(wrong.map(({ what, remedy }) => ({ file, line: null, column: null, what, remedy })));
}
