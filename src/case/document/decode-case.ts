import type { JsonObject } from "../../core/json.ts";
import { byCodeUnit } from "../../core/order.ts";
import type { Case, CaseLimits } from "../case.ts";
import { type CaseDocument, type LimitsDocument, listOf } from "./case-document.ts";
import { scaled } from "./decimal.ts";
import { decodeExpect } from "./decode-expect.ts";
import { decodeOracle } from "./decode-oracle.ts";
import { parseDuration } from "./duration.ts";
import { parseInstant } from "./instant.ts";

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
		withhold: sortedNames(document.withhold ?? []),
		limits: decodeLimits(document.limits ?? {}),
		compactAtTokens: document.compact_at_tokens ?? null,
		setup: document.setup ?? null,
		repeats: document.repeats ?? 1,
		oracle: document.oracle == null ? null : decodeOracle(document.oracle),
		expect: decodeExpect(document.expect ?? {}),
		source,
		digest,
	};
}

function decodeLimits(limits: LimitsDocument): CaseLimits {
	return {
		rounds: limits.rounds ?? null,
		tokens: limits.tokens ?? null,
		outputTokens: limits.output_tokens ?? null,
		nanoUsd: limits.usd == null ? null : scaled(limits.usd, 9),
		toolCalls: limits.tool_calls ?? null,
		requests: limits.requests ?? null,
		elapsedMs: null,
		transcriptChars: null,
		deadline: decodeDeadline(limits),
	};
}

/** Where one layer says both, the instant wins. */
function decodeDeadline({ wall, deadline }: LimitsDocument): CaseLimits["deadline"] {
	const epochMs = deadline == null ? null : parseInstant(deadline);
	if (epochMs !== null) return { kind: "at", epochMs };
	const ms = wall == null ? null : parseDuration(wall);
	return ms === null ? null : { kind: "wall", ms };
}

function sortedNames(names: readonly string[]): readonly string[] {
	return [...new Set(names)].sort(byCodeUnit);
}
