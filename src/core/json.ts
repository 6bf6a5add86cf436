import { byCodeUnit } from "./order.ts";

export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export type JsonObject = { readonly [key: string]: Json };

export function isJsonObject(value: Json | undefined): value is JsonObject {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * RFC 8785 text of a value: keys by UTF-16 code unit, no space. Throws on what JSON cannot hold
 * (NaN, Infinity, undefined, functions, lone surrogates), since a digest over a guess is no digest.
 */
export function canonicalJson(value: Json): string {
	return write(value, null);
}

/** The same order of keys with two spaces of indent: the form of a file that people read and diff. No final newline. */
export function prettyJson(value: Json, depth = 0): string {
	return write(value, depth);
}

function write(value: Json, depth: number | null): string {
	if (value === null || typeof value === "boolean") return String(value);
	if (typeof value === "number") return writeNumber(value);
	if (typeof value === "string") return writeString(value);
	const inner = depth === null ? null : depth + 1;
	if (Array.isArray(value))
		return wrap(
			"[]",
			Array.from(value, (item: Json) => write(item, inner)),
			depth,
		);
	if (!isPlainObject(value)) throw new TypeError(`not a JSON value: ${typeof value}`);
	const colon = depth === null ? ":" : ": ";
	const members = Object.keys(value)
		.sort(byCodeUnit)
		.map((key) => `${writeString(key)}${colon}${write(value[key] as Json, inner)}`);
	return wrap("{}", members, depth);
}

function wrap(brackets: string, items: readonly string[], depth: number | null): string {
	const [open, close] = [brackets[0], brackets[1]];
	if (items.length === 0) return brackets;
	if (depth === null) return `${open}${items.join(",")}${close}`;
	const indent = "  ".repeat(depth + 1);
	return `${open}\n${indent}${items.join(`,\n${indent}`)}\n${"  ".repeat(depth)}${close}`;
}

function isPlainObject(value: unknown): value is JsonObject {
	if (typeof value !== "object" || value === null) return false;
	const prototype: unknown = Object.getPrototypeOf(value);
	return prototype === Object.prototype || prototype === null;
}

function writeNumber(value: number): string {
	if (!Number.isFinite(value)) throw new TypeError(`not a JSON number: ${value}`);
	return JSON.stringify(value);
}

function writeString(value: string): string {
	if (!value.isWellFormed()) throw new TypeError("a lone surrogate is not a JSON string");
	return JSON.stringify(value);
}
