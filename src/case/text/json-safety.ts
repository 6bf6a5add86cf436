import { isJsonObject, type Json } from "../../core/json.ts";
import { type Finding, finding } from "../problem/finding.ts";
import type { Path } from "../problem/layer.ts";

/** Of maps and lists in each other. */
export const MOST_LEVELS = 100;

/** What stands here is what a model would say: a NUL in it costs nobody anything but its own call. */
const SAID_BY_MODELS = "oracle";

/** What parsers accept and files of ours may not hold: numbers that JSON has not, halves of characters, NUL, `__proto__`. */
export function unsafeParts(value: Json, path: Path = []): readonly Finding[] {
	if (path.length > MOST_LEVELS) return [finding(path, `is nested deeper than ${MOST_LEVELS} levels`, "write it flatter")];
	if (typeof value === "number" && !Number.isFinite(value))
		return [finding(path, `${value} is no number of JSON`, "write a finite number")];
	if (typeof value === "string")
		return textFault(path[0] === SAID_BY_MODELS ? value.replaceAll("\0", "") : value).map(({ what, remedy }) =>
			finding(path, what, remedy),
		);
	if (Array.isArray(value)) return value.flatMap((item: Json, index) => unsafeParts(item, [...path, index]));
	if (!isJsonObject(value)) return [];
	return Object.entries(value).flatMap(([key, item]) => [...unsafeKey(key, path), ...unsafeParts(item, [...path, key])]);
}

/** The same with something harmless in place of what is unsafe, so that all else that is wrong can be told beside it. */
export function withoutUnsafe(value: Json, levels: number = MOST_LEVELS, nul: string = "\ufffd"): Json {
	if (levels < 0) return null;
	if (typeof value === "number") return Number.isFinite(value) ? value : null;
	if (typeof value === "string") return value.toWellFormed().replaceAll("\0", nul);
	if (Array.isArray(value)) return value.map((item: Json) => withoutUnsafe(item, levels - 1, nul));
	if (!isJsonObject(value)) return value;
	const safe = Object.entries(value).filter(([key]) => unsafeKey(key, []).length === 0);
	const nulOf = (key: string): string => (levels === MOST_LEVELS && key === SAID_BY_MODELS ? "\0" : nul);
	return Object.fromEntries(safe.map(([key, item]) => [key, withoutUnsafe(item, levels - 1, nulOf(key))]));
}

function unsafeKey(key: string, path: Path): readonly Finding[] {
	if (key === "__proto__") return [{ ...finding([...path, key], 'the key "__proto__" is refused', "take it out"), part: "key" }];
	return textFault(key).map(({ what }) => ({ ...finding([...path, key], what, "take it out"), part: "key" }));
}

function textFault(text: string): readonly { readonly what: string; readonly remedy: string }[] {
	if (text.includes("\0")) return [{ what: "holds a NUL character", remedy: "take it out" }];
	return text.isWellFormed() ? [] : [{ what: "holds half of a surrogate pair", remedy: "write whole characters" }];
}
