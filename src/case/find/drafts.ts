import { posix } from "node:path";
import type { Problem } from "../../core/error.ts";
import type { JsonObject } from "../../core/json.ts";
import { BUILT_IN_DEFAULTS } from "../document/built-in.ts";
import { didYouMean } from "../problem/did-you-mean.ts";
import { type Complaint, type Finding, finding, located, nameOf } from "../problem/finding.ts";
import { type FilePlace, type Layer, placeIn } from "../problem/layer.ts";
import type { Checked } from "../problem/problems.ts";
import { merge } from "../text/merge.ts";
import { parseRows, type Row } from "../text/rows.ts";
import { type Template, templateOf } from "../text/template.ts";
import type { Attachments } from "./attachments.ts";
import type { CaseSource } from "./sources.ts";

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
	if (!rows.ok) return rows.problems.map((problem) => ({ ok: false, problems: [problem] }));
	const template = templateOf(rest);
	return rows.value.map((row) => fillRow({ source, template, shown }, row));
}

type RowsFile = { readonly source: CaseSource; readonly template: Template; readonly shown: string };

function fillRow({ source, template, shown }: RowsFile, row: Row): Checked<Draft> {
	const idPlace = { file: shown, line: row.line, column: 1 };
	const missing = missingFields(template, row, source.layers);
	if (missing.length > 0) return { ok: false, problems: missing.map((complaint) => ({ ...idPlace, ...complaint })) };
	const { file, folder, layers } = source;
	// A mistake that came in by a field is the row's; any other is the template's, and the same for all rows.
	const problemOf = (found: Finding): Problem => (template.varies(found.paths[0]) ? rowProblem(found, idPlace) : located(found, layers));
	return {
		ok: true,
		value: { id: `${source.id}/${row.id}`, file, folder, document: template.fill(row.fields), row: row.fields, idPlace, problemOf },
	};
}

function missingFields({ fields: asked }: Template, { fields }: Row, layers: readonly Layer[]): readonly Complaint[] {
	const missing = [...asked].filter(([field]) => !Object.hasOwn(fields, field));
	return missing.map(([field, path]) => {
		const asker = placeIn(layers, [path], "value");
		const what = `the row has no field "${field}", which ${asker?.file}:${asker?.line}:${asker?.column} asks for`;
		return { what, remedy: didYouMean(field, Object.keys(fields)) };
	});
}

function rowProblem({ paths: [path], what, remedy }: Finding, place: FilePlace): Problem {
	const name = nameOf(path);
	return { ...place, what: what.startsWith(name) ? what : `${name}: ${what}`, remedy };
}
