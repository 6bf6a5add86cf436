import type { Problem } from "../../core/error.ts";
import { isJsonObject, type JsonObject } from "../../core/json.ts";

/** Keys and indexes, from the root of a document to one of its values. */
export type Path = readonly (string | number)[];

/** Whether a text is about a key or about what stands behind it. */
export type Part = "key" | "value";

/** Where something stands. Lines and columns count from 1. */
export type FilePlace = { readonly file: string; readonly line: number; readonly column: number };

export type Place = FilePlace & {
	/** The line of the alias (`*name`) through which the value was reached. */
	readonly aliasLine: number | null;
};

/** A document that knows where its values stand. Several of them, laid over each other, make a case. */
export type Layer = {
	readonly value: JsonObject;
	/** Null where the document holds nothing at that path. */
	readonly placeOf: (path: Path, part: Part) => Place | null;
	/** What it held that no file may hold; something harmless stands in `value` instead. */
	readonly flaws: readonly Problem[];
};

/** What a layer holds below a key, as a layer of its own. */
export function layerBelow(layer: Layer, key: string): Layer {
	const value = layer.value[key];
	return { value: isJsonObject(value) ? value : {}, placeOf: (path, part) => layer.placeOf([key, ...path], part), flaws: [] };
}

/**
 * Where a value of merged layers (topmost first) stands: in the topmost layer that holds one of the paths, else where the
 * nearest value around the first path stands, since a missing key has no place of its own.
 */
export function placeIn(layers: readonly Layer[], paths: readonly Path[], part: Part): Place | null {
	for (const layer of layers) {
		for (const path of paths) {
			const place = layer.placeOf(path, part);
			if (place !== null) return place;
		}
	}
	const around = paths[0]?.slice(0, -1);
	return around === undefined || paths[0]?.length === 0 ? null : placeIn(layers, [around], "value");
}
