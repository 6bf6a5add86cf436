import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import type { Finding } from "../problem/finding.ts";
import { findingsOf, type Issue } from "../problem/issue.ts";
import type { Path } from "../problem/layer.ts";

/** A document as its type says, without the parts that are wrong, and what is wrong with them. Null when nothing is left. */
export type DecodedDocument<T> = { readonly document: T | null; readonly findings: readonly Finding[] };

type Parsed<T> =
	| { readonly success: true; readonly data: T }
	| { readonly success: false; readonly error: { readonly issues: readonly Issue[] } };

/**
 * Decodes by a schema. What is left without the wrong parts is decoded too, so that rules about several keys can be
 * checked as well, and one error says everything. Every key of the first two levels of our documents may be missing.
 */
export function decodeDocument<T>(parse: (value: JsonObject) => Parsed<T>, value: JsonObject): DecodedDocument<T> {
	const whole = parse(value);
	if (whole.success) return { document: whole.data, findings: [] };
	const findings = whole.error.issues.flatMap((issue) => findingsOf(issue));
	const rest = parse(findings.reduce((left, { paths: [path] }) => without(left, path), value));
	return { document: rest.success ? rest.data : null, findings };
}

/** A document without the value at a path's first two keys, or without the list that the path goes into. */
function without(value: JsonObject, [key, ...below]: Path): JsonObject {
	if (key === undefined) return {};
	const { [key]: part, ...others } = value;
	const inner: Json | undefined = part;
	if (!isJsonObject(inner) || below[0] === undefined) return others;
	const { [below[0]]: _, ...left } = inner;
	return { ...others, [key]: left };
}
