import { posix } from "node:path";
import type { Problem } from "../../core/error.ts";
import { didYouMean } from "../problem/did-you-mean.ts";
import { type Complaint, type Finding, finding, located, nameOf } from "../problem/finding.ts";
import { type FilePlace, type Layer, placeIn } from "../problem/layer.ts";
import type { Checked } from "../problem/problems.ts";
import { parseRows, type Row } from "../text/rows.ts";
import type { Template } from "../text/template.ts";
import type { Attached } from "./attachments.ts";
import { type Draft, plainDraft } from "./draft.ts";
import type { CaseSource } from "./sources.ts";

type Filled = { readonly source: CaseSource; readonly template: Template };

/** One draft a row of a file; a row that is none or lacks a field has problems instead. */
export function rowDrafts({ source, template }: Filled, text: Attached<string>, name: string): readonly Checked<Draft>[] {
	if (!text.ok) {
		const problems = text.complaints.map(({ what, remedy }) => located(finding(["rows"], what, remedy), source.layers));
		return [{ ok: false, problems }];
	}
	const shown = posix.join(posix.dirname(source.shown), name);
	return parseRows(text.value, shown).map((row) => (row.ok ? fillRow({ source, template, shown }, row.value) : row));
}

type RowsFile = Filled & { readonly shown: string };

function fillRow({ source, template, shown }: RowsFile, row: Row): Checked<Draft> {
	const idPlace = { file: shown, line: row.line, column: 1 };
	const missing = missingFields(template, row, source.layers);
	if (missing.length > 0) return { ok: false, problems: missing.map((complaint) => ({ ...idPlace, ...complaint })) };
	const { layers } = source;
	// A mistake that came in by a field is the row's; any other is the template's, and the same for all rows.
	const problemOf = (found: Finding): Problem => (template.varies(found.paths[0]) ? rowProblem(found, idPlace) : located(found, layers));
	return {
		ok: true,
		value: {
			...plainDraft(source, template.fill(row.fields)),
			id: `${source.id}/${row.id}`,
			row: row.fields,
			idPlace,
			problemsOf: (found) => [problemOf(found)],
		},
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
