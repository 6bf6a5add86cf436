import type { Problem } from "../../core/error.ts";
import type { Case } from "../case.ts";
import { finding, located } from "../problem/finding.ts";
import { type Checked, type ProblemLog, valueOr } from "../problem/problems.ts";
import type { IdBook } from "../rule/id-book.ts";
import type { KnownSuite } from "../rule/rules.ts";
import type { Attachments } from "./attachments.ts";
import { buildCase } from "./build-case.ts";
import type { Draft } from "./draft.ts";
import { draftsOf } from "./drafts.ts";
import type { CaseSource } from "./sources.ts";

/** One mistake in a template of 10,000 rows is not said 10,000 times. */
const MOST_ROWS_SHOWN = 20;

/** What the cases of a suite share while they are loaded. */
export type Loader = { readonly attachments: Attachments; readonly known: KnownSuite; readonly ids: IdBook; readonly log: ProblemLog };

/** The cases of a source. Those that something is wrong with are reported and left out. */
export async function loadSource(source: Checked<CaseSource>, loader: Loader): Promise<readonly Case[]> {
	const read = valueOr(source, loader.log);
	if (read === null) return [];
	const loaded: Case[] = [];
	const refused: (readonly Problem[])[] = [];
	loader.log.reportFlaws(read.layers.flatMap(({ flaws }) => flaws));
	const { drafts, unfilled } = await draftsOf(read, loader.attachments);
	if (unfilled !== null) valueOr(await checkDraft(unfilled, loader), loader.log);
	for (const draft of drafts) {
		const built = draft.ok ? await loadDraft(draft.value, loader) : draft;
		if (built.ok) loaded.push(built.value);
		else refused.push(built.problems);
	}
	if (refused.length > 0) loader.ids.doubt(read.id);
	const more = refused.length - MOST_ROWS_SHOWN;
	loader.log.report(refused.slice(0, MOST_ROWS_SHOWN).flat());
	if (more > 0) loader.log.report([located(finding(["rows"], `${more} more rows have problems`, "mend the first ones"), read.layers)]);
	return loaded;
}

async function loadDraft(draft: Draft, loader: Loader): Promise<Checked<Case>> {
	const complaint = loader.ids.enter(draft.id, draft.idPlace);
	const checked = await checkDraft(draft, loader);
	if (complaint === null) return checked;
	return { ok: false, problems: [{ ...draft.idPlace, ...complaint }, ...(checked.ok ? [] : checked.problems)] };
}

async function checkDraft(draft: Draft, { attachments, known }: Loader): Promise<Checked<Case>> {
	const built = await buildCase(draft, { folder: draft.folder, row: draft.row, attachments }, known);
	return built.ok ? built : { ok: false, problems: built.findings.flatMap(draft.problemsOf) };
}
