import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import type { OracleStep } from "../case.ts";
import type { OracleItem } from "./case-document.ts";

/** The rounds of a reference solution whose form `oracleFindings` has passed. */
export function decodeOracle(items: readonly OracleItem[]): readonly OracleStep[] {
	return items.map(decodeItem);
}

function decodeItem(item: OracleItem): OracleStep {
	const entries = callsOf(item).flatMap((call) => Object.entries(call));
	const [first] = entries;
	if (first?.[0] === "say") return { calls: [], say: String(first[1]) };
	return { calls: entries.map(([tool, args]) => ({ tool, args: argsOf(args) })), say: null };
}

/** The calls of a round, one a map. */
export function callsOf(item: OracleItem): readonly JsonObject[] {
	return Array.isArray(item) ? item : [item as JsonObject];
}

function argsOf(value: Json): JsonObject {
	return isJsonObject(value) ? value : {};
}
