import { posix } from "node:path";
import type { Problem } from "../../core/error.ts";
import type { JsonObject } from "../../core/json.ts";
import { BUILT_IN_DEFAULTS } from "../document/built-in.ts";
import { didYouMean } from "../problem/did-you-mean.ts";
import { type Complaint, type Finding, finding, located, nameOf } from "../problem/finding.ts";
import { type FilePlace, type Layer, placeIn } from "../problem/layer.ts";
import type { Checked } from "../problem/problems.ts";
import { idleFindings } from "../rule/idle-rules.ts";
import { merge } from "../text/merge.ts";
import { parseRows, type Row } from "../text/rows.ts";
import { type Template, templateOf } from "../text/template.ts";
import type { Attached, Attachments } from "./attachments.ts";
import type { CaseSource } from "./sources.ts";

/** A merged document that is to become a case, and where its id and its mistakes stand. */
export type Draft = {
	readonly id: string;
	readonly file: string;
	readonly folder: string;
	readonly document: JsonObject;
	readonly row: JsonObject | null;
	readonly idPlace: FilePlace;
	/** Whether a layer that could not be read is missing in it. */
	readonly isWhole: boolean;
	readonly idle: readonly Finding[];
	/** Where a mistake is said; nowhere when it comes of a field that has not been filled in. */
	readonly problemsOf: (found: Finding) => readonly Problem[];
};

export type Drafts = {
	/** One, or one a row. A row that lacks a field has problems instead. */
	readonly drafts: readonly Checked<Draft>[];
	/** The document with its fields as they are, where no row fills them in: what is wrong with it is said all the same. */
	readonly unfilled: Draft | null;
};

export async function draftsOf(source: CaseSource, attachments: Attachments): Promise<Drafts> {
	const { folder, layers } = source;
	const document = layers.reduceRight((below, layer) => merge(below, layer.value), BUILT_IN_DEFAULTS);
	if (typeof document.rows !== "string") return { drafts: [{ ok: true, value: plainDraft(source, document) }], unfilled: null };
	const { rows: name, ...rest } = document;
	const template = templateOf(rest);
	const drafts = rowDrafts({ source, template }, await attachments.text(folder, name), name);
	if (drafts.some(({ ok }) => ok)) return { drafts, unfilled: null };
	const draft = plainDraft(source, rest);
	const isFilled = ({ paths: [path] }: Finding): boolean => !template.varies(path);
	return { drafts, unfilled: { ...draft, problemsOf: (found) => (isFilled(found) ? draft.problemsOf(found) : []) } };
}

function plainDraft({ id, file, folder, idPlace, layers, isWhole }: CaseSource, document: JsonObject): Draft {
	return {
		id,
		file,
		folder,
		document,
		row: null,
		idPlace,
		isWhole,
		idle: idleFindings(layers),
		problemsOf: (found) => [located(found, layers)],
	};
}

type Filled = { readonly source: CaseSource; readonly template: Template };

function rowDrafts({ source, template }: Filled, text: Attached<string>, name: string): readonly Checked<Draft>[] {
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
