import { isJsonObject, type Json, type JsonObject } from "../core/json.ts";

/** A member of what a provider sent that should be an object; empty where it is none. */
export function objectAt(from: JsonObject, key: string): JsonObject {
	const value = from[key];
	return isJsonObject(value) ? value : {};
}

export function stringAt(from: JsonObject, key: string): string | null {
	const value = from[key];
	return typeof value === "string" ? value : null;
}

/** Beyond any real reply; sums over a million of them still stay exact. */
const MOST = 1_000_000_000;

/** A count of tokens or an index; null where it is missing, null, no natural number or absurd. */
export function countAt(from: JsonObject, key: string): number | null {
	const value = from[key];
	return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 && value <= MOST ? value : null;
}

/**
 * The same value with every lone surrogate replaced: a stream may cut a pair in two, and what is recorded, digested or
 * sent again must be text.
 */
export function wellFormed(value: Json): Json {
	if (typeof value === "string") return value.toWellFormed();
	if (isJsonObject(value)) return wellFormedObject(value);
	return Array.isArray(value) ? value.map(wellFormed) : value;
}

export function wellFormedObject(value: JsonObject): JsonObject {
	return Object.fromEntries(Object.entries(value).map(([key, member]) => [key.toWellFormed(), wellFormed(member)]));
}
