import { dirname } from "node:path";
import { isJsonObject, type Json } from "../core/json.ts";
import type { Replacement, Scrub } from "../core/scrub.ts";
import { graderFolders, privateFolders } from "../isolation/environment.ts";

/** A trial's places by the names that its commands know them by: where they lie is chance. */
export function placesOf(workspace: string): readonly Replacement[] {
	const { home, tmp } = privateFolders(workspace);
	const grader = graderFolders(workspace);
	return [
		{ find: workspace, replace: "$WORKSPACE" },
		{ find: home, replace: "$HOME" },
		{ find: tmp, replace: "$TMPDIR" },
		{ find: grader.home, replace: "$HOME" },
		{ find: grader.tmp, replace: "$TMPDIR" },
		{ find: dirname(workspace), replace: "$TRIAL" },
	];
}

/** Every string of a value, keys too. */
export function scrubJson(value: Json, scrub: Scrub): Json {
	if (typeof value === "string") return scrub(value);
	if (Array.isArray(value)) return value.map((item: Json) => scrubJson(item, scrub));
	if (!isJsonObject(value)) return value;
	return Object.fromEntries(Object.entries(value).map(([key, item]) => [scrub(key), scrubJson(item, scrub)]));
}
