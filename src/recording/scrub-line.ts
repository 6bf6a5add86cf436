import { isJsonObject, type Json } from "../core/json.ts";
import { OPAQUE } from "./wire.ts";

export type Scrub = (value: Json) => Json;

/** Members that say what a line is, in words of ours. */
const WORDS: ReadonlySet<string> = new Set(["type", "kind", "code", "role", "purpose", "from", "settledBy", "end"]);

/** Scrubs all that others wrote; a secret that is also a word of ours (`completed`) may not unmake the line. */
export function scrubLine(value: Json, scrub: Scrub): Json {
	if (Array.isArray(value)) return value.map((item: Json) => scrubLine(item, scrub));
	if (!isJsonObject(value)) return scrub(value);
	return Object.fromEntries(
		Object.entries(value).map(([key, member]) => {
			if (WORDS.has(key)) return [key, member];
			return [key, OPAQUE.has(key) ? scrub(member) : scrubLine(member, scrub)];
		}),
	);
}
