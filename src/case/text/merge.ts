import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";

/** Two keys for one thing: a layer that says one of them takes the other out of the layers below. */
const RIVALS: ReadonlyMap<string, string> = new Map([
	["prompt", "prompt_file"],
	["prompt_file", "prompt"],
	["wall", "deadline"],
	["deadline", "wall"],
]);

/** Lays a document over another: maps merge, lists and scalars replace. */
export function merge(below: JsonObject, above: JsonObject): JsonObject {
	const merged: Record<string, Json> = {};
	for (const [key, value] of Object.entries(below)) {
		if (!isOverruled(key, above)) merged[key] = value;
	}
	for (const [key, value] of Object.entries(above)) {
		const under = merged[key];
		merged[key] = isJsonObject(under) && isJsonObject(value) ? merge(under, value) : value;
	}
	return merged;
}

function isOverruled(key: string, above: JsonObject): boolean {
	const rival = RIVALS.get(key);
	return rival !== undefined && Object.hasOwn(above, rival) && !Object.hasOwn(above, key);
}
