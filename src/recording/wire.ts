import { isJsonObject, type Json, type JsonObject } from "../core/json.ts";

/** Keys whose values are other people's data: their own keys are left as they are. */
const OPAQUE: ReadonlySet<string> = new Set(["args", "raw", "source", "params", "overrides", "inputSchema", "input_schema"]);

/** camelCase in memory, snake_case on disk. */
export function toWire(value: Json): Json {
	return renameKeys(value, (key) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
}

export function fromWire(value: Json): Json {
	return renameKeys(value, (key) => key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()));
}

function renameKeys(value: Json, rename: (key: string) => string): Json {
	if (Array.isArray(value)) return value.map((item: Json) => renameKeys(item, rename));
	if (!isJsonObject(value)) return value;
	const renamed: Record<string, Json> = {};
	for (const [key, member] of Object.entries(value as JsonObject)) {
		renamed[rename(key)] = OPAQUE.has(key) ? member : renameKeys(member, rename);
	}
	return renamed;
}
