import { isJsonObject, type Json } from "../core/json.ts";
import type { Scrub } from "../core/scrub.ts";
import { mapMembers, type ScrubOthers, scrubDocument, scrubFree, scrubValues } from "./scrub-json.ts";
import { OPAQUE } from "./wire.ts";

/** Members that say what a line is, in words of ours. */
const WORDS: ReadonlySet<string> = new Set(["type", "kind", "code", "role", "purpose", "from", "settledBy", "end", "alsoTrue"]);

/** Of the members that others wrote, those of the suite; what is not listed is a model's or a tool's. */
const OTHERS: ReadonlyMap<string, ScrubOthers> = new Map([
	["source", scrubDocument],
	["overrides", scrubDocument],
	["inputSchema", scrubDocument],
	["params", scrubValues],
]);

/** Scrubs all that others wrote; a secret that is also a word of ours (`completed`) may not unmake the line. */
export function scrubLine(value: Json, scrub: Scrub): Json {
	if (Array.isArray(value)) return value.map((item: Json) => scrubLine(item, scrub));
	if (!isJsonObject(value)) return typeof value === "string" ? scrub(value) : value;
	return mapMembers(value, (member, key) => {
		if (WORDS.has(key)) return member;
		return OPAQUE.has(key) ? (OTHERS.get(key) ?? scrubFree)(member, scrub) : scrubLine(member, scrub);
	});
}
