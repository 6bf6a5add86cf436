import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { type JsonFlaw, jsonFlaws } from "../../core/json-flaws.ts";
import { type Complaint, nameOf } from "../problem/finding.ts";
import { type Checked, fileProblem } from "../problem/problems.ts";
import { MOST_LEVELS, unsafeParts } from "./json-safety.ts";

/** One line of a `rows` file. `id` is its field `id`, else its line's number. */
export type Row = { readonly id: string; readonly line: number; readonly fields: JsonObject };

/** The rows of a JSONL text, or what is wrong with each; blank lines are none. */
export function parseRows(text: string, shown: string): readonly Checked<Row>[] {
	const rows = text.split("\n").flatMap((line, at): readonly Checked<Row>[] => {
		if (line.trim() === "") return [];
		const row = parseRow(line, at + 1);
		if (row.ok) return [row];
		return [{ ok: false, problems: row.complaints.map((complaint) => ({ file: shown, line: at + 1, ...complaint })) }];
	});
	if (rows.length > 0) return rows;
	return [{ ok: false, problems: [fileProblem(shown, "holds no row", "write one JSON object a line")] }];
}

type ParsedRow =
	| { readonly ok: true; readonly value: Row }
	| { readonly ok: false; readonly complaints: readonly (Complaint & { readonly column: number })[] };

function parseRow(text: string, line: number): ParsedRow {
	const fields = parseJson(text);
	if (!isJsonObject(fields)) return refused("is no JSON object", 'write {"field": value, …} on one line');
	const flaws = jsonFlaws(text, MOST_LEVELS);
	if (flaws.length > 0) return { ok: false, complaints: flaws.map(complaintOf) };
	const unsafe = unsafeParts(fields).map(({ paths, what, remedy }) => ({ what: `${nameOf(paths[0])}: ${what}`, remedy, column: 1 }));
	if (unsafe.length > 0) return { ok: false, complaints: unsafe };
	const id = fields.id ?? line;
	if (typeof id === "string" || Number.isSafeInteger(id)) return { ok: true, value: { id: String(id), line, fields } };
	return refused("id must be a text or a whole number", "give each row an id of its own, or none");
}

function refused(what: string, remedy: string): ParsedRow {
	return { ok: false, complaints: [{ what, remedy, column: 1 }] };
}

function complaintOf(flaw: JsonFlaw): Complaint & { readonly column: number } {
	const column = flaw.offset + 1;
	if (flaw.kind === "duplicate-key") return { column, what: `duplicate key ${JSON.stringify(flaw.key)}`, remedy: "keep one of them" };
	return { column, what: `is nested deeper than ${MOST_LEVELS} levels`, remedy: "write it flatter" };
}

function parseJson(text: string): Json | undefined {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
