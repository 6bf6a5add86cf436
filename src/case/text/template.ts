import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import type { Path } from "../problem/layer.ts";

/** A document with `{{field}}` in its texts. */
export type Template = {
	/** The fields that it asks for, each with the path of the first text that does. */
	readonly fields: ReadonlyMap<string, Path>;
	/** Whether what stands at a path is a text with fields, or came in by one. */
	readonly varies: (path: Path) => boolean;
	/** The document of a row. What does not vary is shared between all of them. */
	readonly fill: (row: JsonObject) => JsonObject;
};

type Filler = (row: JsonObject) => Json;

const FIELD = /\{\{([^{}]+)\}\}/g;
const FIELD_ALONE = /^\{\{([^{}]+)\}\}$/;

export function templateOf(document: JsonObject): Template {
	const slots = slotsIn(document, []);
	const fields = new Map(slots.flatMap(({ path, names }) => names.map((name) => [name, path] as const)).reverse());
	const filler = mapFiller(document);
	return {
		fields,
		varies: (path) => slots.some((slot) => slot.path.every((step, at) => step === path[at])),
		fill: (row) => filler?.(row) ?? document,
	};
}

/** The names of the fields that a text asks for. */
export function fieldsOf(text: string): readonly string[] {
	return text.includes("{{") ? [...text.matchAll(FIELD)].map(([, name = ""]) => name.trim()) : [];
}

/** A text that is one field alone becomes its value, of whatever type. */
function fillText(text: string, row: JsonObject): Json {
	const alone = FIELD_ALONE.exec(text)?.[1]?.trim();
	return alone === undefined ? fillWithin(text, row) : (row[alone] ?? null);
}

/** Puts values into a text; one that is no text itself is written as JSON. */
export function fillWithin(text: string, row: JsonObject): string {
	return text.replace(FIELD, (_, name: string) => {
		const value = row[name.trim()] ?? null;
		return typeof value === "string" ? value : JSON.stringify(value);
	});
}

type Slot = { readonly path: Path; readonly names: readonly string[] };

function slotsIn(value: Json, path: Path): readonly Slot[] {
	if (typeof value === "string") return fieldsOf(value).length === 0 ? [] : [{ path, names: fieldsOf(value) }];
	if (Array.isArray(value)) return value.flatMap((item: Json, at) => slotsIn(item, [...path, at]));
	return isJsonObject(value) ? Object.entries(value).flatMap(([key, item]) => slotsIn(item, [...path, key])) : [];
}

/** Null for what does not vary. */
function fillerOf(value: Json): Filler | null {
	if (typeof value === "string") return fieldsOf(value).length === 0 ? null : (row) => fillText(value, row);
	if (Array.isArray(value)) return listFiller(value);
	return isJsonObject(value) ? mapFiller(value) : null;
}

function listFiller(list: readonly Json[]): Filler | null {
	const fillers = list.map(fillerOf);
	if (fillers.every((filler) => filler === null)) return null;
	return (row) =>
		list.map((item, at) => {
			const filler = fillers[at] ?? null;
			return filler === null ? item : filler(row);
		});
}

function mapFiller(map: JsonObject): ((row: JsonObject) => JsonObject) | null {
	const fillers = Object.entries(map).flatMap(([key, value]) => {
		const filler = fillerOf(value);
		return filler === null ? [] : [[key, filler] as const];
	});
	if (fillers.length === 0) return null;
	return (row) => ({ ...map, ...Object.fromEntries(fillers.map(([key, filler]) => [key, filler(row)])) });
}
