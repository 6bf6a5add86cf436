import { isJsonObject, type Json } from "../../core/json.ts";
import { type Finding, finding } from "../problem/finding.ts";
import type { Layer } from "../problem/layer.ts";

const LISTS = ["tools", "forbid_tools", "denied", "args", "contains", "not_contains", "matches", "not_matches", "unchanged", "files"];

/** Keys of `expect` that expect nothing. One that takes back what a layer below says is no such key. */
export function idleFindings(layers: readonly Layer[]): readonly Finding[] {
	return [...LISTS, "no_tools"].flatMap((key) => {
		const values = layers.flatMap(({ value: { expect } }) => (isJsonObject(expect) && Object.hasOwn(expect, key) ? [expect[key]] : []));
		if (values.length === 0 || !values.every(isIdle)) return [];
		return [
			{
				...finding(["expect", key], `expect.${key} is ${key === "no_tools" ? "false" : "empty"}, which expects nothing`, "take it out"),
				part: "key",
			},
		];
	});
}

function isIdle(value: Json | undefined): boolean {
	return value === false || (Array.isArray(value) && value.length === 0);
}
