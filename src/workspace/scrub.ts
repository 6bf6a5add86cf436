import { isJsonObject, type Json } from "../core/json.ts";
import { privateFolders } from "../isolation/environment.ts";

export type Replacement = { readonly find: string; readonly replace: string };
export type Scrub = (text: string) => string;

/** Replaces all of many texts in one pass, the longest where several begin: what was put in is not looked at again. */
export function scrubber(replacements: readonly Replacement[]): Scrub {
	const given = replacements.filter(({ find }) => find !== "").toSorted((a, b) => b.find.length - a.find.length);
	if (given.length === 0) return (text) => text;
	const replaceBy = new Map(given.toReversed().map(({ find, replace }) => [find, replace]));
	const pattern = new RegExp(given.map(({ find }) => literal(find)).join("|"), "g");
	return (text) => text.replace(pattern, (found) => replaceBy.get(found) ?? found);
}

/** A trial's places by the names that its commands know them by: where they lie is chance. */
export function placesOf(workspace: string): readonly Replacement[] {
	const { home, tmp } = privateFolders(workspace);
	return [
		{ find: workspace, replace: "$WORKSPACE" },
		{ find: home, replace: "$HOME" },
		{ find: tmp, replace: "$TMPDIR" },
	];
}

/** Every string of a value, keys too. */
export function scrubJson(value: Json, scrub: Scrub): Json {
	if (typeof value === "string") return scrub(value);
	if (Array.isArray(value)) return value.map((item: Json) => scrubJson(item, scrub));
	if (!isJsonObject(value)) return value;
	return Object.fromEntries(Object.entries(value).map(([key, item]) => [scrub(key), scrubJson(item, scrub)]));
}

function literal(text: string): string {
	return text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}
