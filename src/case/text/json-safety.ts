import { isJsonObject, type Json } from "../../core/json.ts";
import { type Finding, finding } from "../problem/finding.ts";
import type { Path } from "../problem/layer.ts";

/** Of maps and lists in each other. */
export const MOST_LEVELS = 100;

/** What parsers accept and files of ours may not hold: numbers that JSON has not, halves of characters, `__proto__`. */
export function unsafeParts(value: Json, path: Path = []): readonly Finding[] {
	if (path.length > MOST_LEVELS) return [finding(path, `is nested deeper than ${MOST_LEVELS} levels`, "write it flatter")];
	if (typeof value === "number" && !Number.isFinite(value))
		return [finding(path, `${value} is no number of JSON`, "write a finite number")];
	if (typeof value === "string")
		return textIsSafe(value) ? [] : [finding(path, "holds half of a surrogate pair", "write whole characters")];
	if (Array.isArray(value)) return value.flatMap((item: Json, index) => unsafeParts(item, [...path, index]));
	if (!isJsonObject(value)) return [];
	return Object.entries(value).flatMap(([key, item]) => [...unsafeKey(key, path), ...unsafeParts(item, [...path, key])]);
}

function unsafeKey(key: string, path: Path): readonly Finding[] {
	if (key !== "__proto__" && textIsSafe(key)) return [];
	const what = key === "__proto__" ? 'the key "__proto__" is refused' : "holds half of a surrogate pair";
	return [{ ...finding([...path, key], what, "take it out"), part: "key" }];
}

function textIsSafe(text: string): boolean {
	return text.isWellFormed();
}
