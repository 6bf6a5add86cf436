import { isJsonObject, type Json, type JsonObject } from "../core/json.ts";
import type { Scrub } from "../core/scrub.ts";

export type ScrubOthers = (value: Json, scrub: Scrub) => Json;

/** Free JSON of a model or a tool: a secret may stand in any key, text or number of it. */
export const scrubFree: ScrubOthers = (value, scrub) => {
	if (Array.isArray(value)) return value.map((item: Json) => scrubFree(item, scrub));
	if (!isJsonObject(value)) return scrubLeaf(value, scrub);
	return Object.fromEntries(Object.entries(value).map(([key, member]) => [scrub(key), scrubFree(member, scrub)]));
};

/** Values of the suite's author that no schema binds. Their keys are in a file of the suite, and stay. */
export const scrubValues: ScrubOthers = (value, scrub) => {
	if (Array.isArray(value)) return value.map((item: Json) => scrubValues(item, scrub));
	if (!isJsonObject(value)) return scrubLeaf(value, scrub);
	return mapMembers(value, (member) => scrubValues(member, scrub));
};

/** A document in a format of ours: its texts are scrubbed, and it decodes as it did before. */
export const scrubDocument: ScrubOthers = (value, scrub) => {
	if (Array.isArray(value)) return value.map((item: Json) => scrubDocument(item, scrub));
	if (!isJsonObject(value)) return typeof value === "string" ? scrub(value) : value;
	return mapMembers(value, (member, key) => (MEMBERS.get(key) ?? scrubDocument)(member, scrub));
};

const asItIs: ScrubOthers = (value) => value;

/** Members of a case whose values its format lists or reads as a time, and those that hold JSON of any form. */
const MEMBERS: ReadonlyMap<string, ScrubOthers> = new Map([
	["phase", asItIs],
	["stop_cause", asItIs],
	["mode", asItIs],
	["ask", asItIs],
	["wall", asItIs],
	["elapsed", asItIs],
	["deadline", asItIs],
	["timeout", asItIs],
	["oracle", scrubValues],
	// Held against the arguments of a model, and so scrubbed like them.
	["equals", scrubFree],
]);

/** Changes the values of an object and none of its keys. */
export function mapMembers(value: JsonObject, change: (member: Json, key: string) => Json): Json {
	return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, change(member, key)]));
}

/** A number whose digits hold a secret becomes a text. */
function scrubLeaf(value: Json, scrub: Scrub): Json {
	if (typeof value === "string") return scrub(value);
	if (typeof value !== "number") return value;
	const digits = JSON.stringify(value);
	const kept = scrub(digits);
	return kept === digits ? value : kept;
}
