import { isJsonObject, type Json } from "../core/json.ts";

/** Keys whose values are other people's data: their own keys are left as they are. */
export const OPAQUE: ReadonlySet<string> = new Set(["args", "raw", "source", "params", "overrides", "inputSchema", "flags"]);

/** camelCase in memory, snake_case on disk. */
export function toWire(value: Json): Json {
	return renameKeys(value, snakeCase);
}

// The words of a line are ours, and few: every trial writes them all.
const spelt = new Map<string, string>();

function snakeCase(key: string): string {
	const known = spelt.get(key) ?? key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
	spelt.set(key, known);
	return known;
}

/** Throws on a key that `toWire` writes otherwise: a file has one spelling. */
export function fromWire(value: Json): Json {
	return renameKeys(value, (key) => {
		if (/[A-Z]/.test(key)) throw new Error(`unknown key "${key}"`);
		return key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
	});
}

function renameKeys(value: Json, rename: (key: string) => string): Json {
	if (Array.isArray(value)) return value.map((item: Json) => renameKeys(item, rename));
	if (!isJsonObject(value)) return value;
	const renamed: Record<string, Json> = {};
	for (const [key, member] of Object.entries(value)) {
		const name = rename(key);
		renamed[name] = OPAQUE.has(key) || OPAQUE.has(name) ? member : renameKeys(member, rename);
	}
	return renamed;
}
