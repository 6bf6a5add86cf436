import type { Problem } from "../../core/error.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { type Complaint, nameOf } from "../problem/finding.ts";
import { type Checked, fileProblem } from "../problem/problems.ts";
import { unsafeParts } from "./json-safety.ts";

/** One line of a `rows` file. `id` is its field `id`, else its line's number. */
export type Row = { readonly id: string; readonly line: number; readonly fields: JsonObject };

/** The rows of a JSONL text; blank lines are none. */
export function parseRows(text: string, shown: string): Checked<readonly Row[]> {
	const rows: Row[] = [];
	const problems: Problem[] = [];
	for (const [at, line] of text.split("\n").entries()) {
		if (line.trim() === "") continue;
		const row = parseRow(line, at + 1);
		if ("what" in row) problems.push({ file: shown, line: at + 1, column: 1, ...row });
		else rows.push(row);
	}
	if (problems.length > 0) return { ok: false, problems };
	if (rows.length === 0) return { ok: false, problems: [fileProblem(shown, "holds no row", "write one JSON object a line")] };
	return { ok: true, value: rows };
}

function parseRow(text: string, line: number): Row | Complaint {
	const fields = parseJson(text);
	if (!isJsonObject(fields)) return { what: "is no JSON object", remedy: 'write {"field": value, …} on one line' };
	const [unsafe] = unsafeParts(fields);
	if (unsafe !== undefined) return { what: `${nameOf(unsafe.paths[0])}: ${unsafe.what}`, remedy: unsafe.remedy };
	const id = fields.id ?? line;
	if (typeof id === "string" || Number.isSafeInteger(id)) return { id: String(id), line, fields };
	return { what: "id must be a text or a whole number", remedy: "give each row an id of its own, or none" };
}

function parseJson(text: string): Json | undefined {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
