import { isJsonObject, type Json, type JsonObject } from "../core/json.ts";

/** A value that is not what its key promises. */
export class FieldError extends Error {}

export function objectOf(value: Json | undefined, name: string): JsonObject {
	if (!isJsonObject(value)) throw new FieldError(`"${name}" is no object`);
	return value;
}

export function listAt(object: JsonObject, key: string): readonly Json[] {
	const value = object[key];
	if (!Array.isArray(value)) throw new FieldError(`"${key}" is no list`);
	return value;
}

export function textAt(object: JsonObject, key: string): string {
	return textOf(object[key], key);
}

export function textOf(value: Json | undefined, name: string): string {
	if (typeof value !== "string") throw new FieldError(`"${name}" is no text`);
	return value;
}

export function textOrNullAt(object: JsonObject, key: string): string | null {
	return object[key] === null ? null : textAt(object, key);
}

export function naturalAt(object: JsonObject, key: string): number {
	const value = object[key];
	if (typeof value !== "number" || !Number.isSafeInteger(value) || value < 0) throw new FieldError(`"${key}" is no whole number`);
	return value;
}

export function decimalAt(object: JsonObject, key: string): number {
	const text = textAt(object, key);
	if (!/^\d+\.\d+$/.test(text)) throw new FieldError(`"${key}" is no decimal`);
	return Number(text);
}

export function flagAt(object: JsonObject, key: string): boolean {
	const value = object[key];
	if (typeof value !== "boolean") throw new FieldError(`"${key}" is neither true nor false`);
	return value;
}

export function oneOfAt<T extends string>(object: JsonObject, key: string, allowed: readonly T[]): T {
	const text = textAt(object, key);
	const found = allowed.find((candidate) => candidate === text);
	if (found === undefined) throw new FieldError(`"${key}" is "${text}", not one of ${allowed.join(", ")}`);
	return found;
}
