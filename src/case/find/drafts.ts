import { BUILT_IN_DEFAULTS } from "../document/built-in.ts";
import type { Finding } from "../problem/finding.ts";
import type { Checked } from "../problem/problems.ts";
import { merge } from "../text/merge.ts";
import { templateOf } from "../text/template.ts";
import type { Attachments } from "./attachments.ts";
import { type Draft, plainDraft } from "./draft.ts";
import { rowDrafts } from "./row-drafts.ts";
import type { CaseSource } from "./sources.ts";

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
