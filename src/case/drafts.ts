import { posix } from "node:path";
import type { Problem } from "../core/error.ts";
import type { JsonObject } from "../core/json.ts";
import type { Attachments } from "./attachments.ts";
import { BUILT_IN_DEFAULTS } from "./built-in.ts";
import { didYouMean } from "./did-you-mean.ts";
import { type Finding, finding, located, nameOf } from "./finding.ts";
import { type FilePlace, placeIn } from "./layer.ts";
import { merge } from "./merge.ts";
import type { Checked } from "./problems.ts";
import { parseRows, type Row } from "./rows.ts";
import type { CaseSource } from "./sources.ts";
import { type Template, templateOf } from "./template.ts";

/** A merged document that is to become a case, and where its id and its mistakes stand. */
export type Draft = {
	readonly id: string;
	readonly file: string;
	readonly folder: string;
	readonly document: JsonObject;
	readonly row: JsonObject | null;
	readonly idPlace: FilePlace;
	readonly problemOf: (found: Finding) => Problem;
};

/** The drafts of a source: one, or one a row. A row that lacks a field has problems instead. */
export async function draftsOf(source: CaseSource, attachments: Attachments): Promise<readonly Checked<Draft>[]> {
	const { id, file, folder, idPlace, layers } = source;
	const document = layers.reduceRight((below, layer) => merge(below, layer.value), BUILT_IN_DEFAULTS);
	const problemOf = (found: Finding): Problem => located(found, layers);
	if (typeof document.rows !== "string") return [{ ok: true, value: { id, file, folder, document, row: null, idPlace, problemOf } }];
	const { rows: name, ...rest } = document;
	const text = await attachments.text(folder, name);
	if (!text.ok) return [{ ok: false, problems: text.complaints.map(({ what, remedy }) => problemOf(finding(["rows"], what, remedy))) }];
	const shown = posix.join(posix.dirname(source.shown), name);
	const rows = parseRows(text.value, shown);
	if (!rows.ok) return [rows];
	const template = templateOf(rest);
	return rows.value.map((row) => fillRow({ source, template, shown }, row));
}

type RowsFile = { readonly source: CaseSource; readonly template: Template; readonly shown: string };

function fillRow({ source, template, shown }: RowsFile, row: Row): Checked<Draft> {
	const idPlace = { file: shown, line: row.line, column: 1 };
	const missing = [...template.fields].filter(([field]) => !Object.hasOwn(row.fields, field));
	if (missing.length > 0) {
		const problems = missing.map(([field, path]) => {
			const asker = placeIn(source.layers, [path], "value");
			const what = `the row has no field "${field}", which ${asker?.file}:${asker?.line}:${asker?.column} asks for`;
			return { ...idPlace, what, remedy: didYouMean(field, Object.keys(row.fields)) };
		});
		return { ok: false, problems };
	}
	const { file, folder, layers } = source;
	// A mistake that came in by a field is the row's; any other is the template's, and the same for all rows.
	const problemOf = (found: Finding): Problem => (template.varies(found.paths[0]) ? rowProblem(found, idPlace) : located(found, layers));
	return {
		ok: true,
		value: { id: `${source.id}/${row.id}`, file, folder, document: template.fill(row.fields), row: row.fields, idPlace, problemOf },
	};
}

function rowProblem({ paths: [path], what, remedy }: Finding, place: FilePlace): Problem {
	const name = nameOf(path);
	return { ...place, what: what.startsWith(name) ? what : `${name}: ${what}`, remedy };
}
