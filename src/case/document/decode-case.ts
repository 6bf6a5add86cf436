import type { JsonObject } from "../../core/json.ts";
import { byCodeUnit } from "../../core/order.ts";
import type { Case } from "../case.ts";
import { type CaseDocument, listOf } from "./case-document.ts";
import { decodeExpect } from "./decode-expect.ts";
import { decodeOracle } from "./decode-oracle.ts";
import { decodePermissions } from "./decode-permissions.ts";
import { decodeLimits, decodeManner } from "./decode-run.ts";

/** What a case is besides its document. */
export type CaseIdentity = { readonly id: string; readonly file: string; readonly digest: string };

/** A case from a merged document that nothing is wrong with; `source` is that document as it is kept. */
export function decodeCase(document: CaseDocument, source: JsonObject, { id, file, digest }: CaseIdentity): Case {
	return {
		id,
		file,
		tags: [...new Set(document.tags ?? [])],
		prompts: listOf(document.prompt),
		system: document.system ?? "",
		fixture: document.fixture ?? null,
		tools: sortedNames(document.tools ?? []),
		phase: document.phase ?? "execute",
		...decodePermissions(document),
		withhold: sortedNames(document.withhold ?? []),
		limits: decodeLimits(document.limits ?? {}),
		manner: decodeManner(document),
		compactAtTokens: document.compact_at_tokens ?? null,
		setup: document.setup ?? null,
		repeats: document.repeats ?? 1,
		oracle: document.oracle == null ? null : decodeOracle(document.oracle),
		expect: decodeExpect(document.expect ?? {}),
		source,
		digest,
	};
}

function sortedNames(names: readonly string[]): readonly string[] {
	return [...new Set(names)].sort(byCodeUnit);
}
