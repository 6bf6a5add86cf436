import { join } from "node:path";
import type { Problem } from "../core/error.ts";
import { by } from "../core/order.ts";
import { type Attachments, openAttachments } from "./attachments.ts";
import { buildCase } from "./build-case.ts";
import type { Case, Fixture } from "./case.ts";
import { type ReadConfig, readConfig } from "./config.ts";
import { discover, type FoundFile } from "./discover.ts";
import { type Draft, draftsOf } from "./drafts.ts";
import { findConfig } from "./find-config.ts";
import { finding, located } from "./finding.ts";
import { type IdBook, idBook } from "./id-book.ts";
import type { LoadPorts } from "./ports.ts";
import { type Checked, type ProblemLog, problemAnywhere, problemLog } from "./problems.ts";
import { type Selection, selectCases, selectFiles } from "./select.ts";
import { type CaseSource, sourceReader } from "./sources.ts";
import type { Suite, SuiteConfig } from "./suite.ts";
import { isOutside } from "./suite-file.ts";
import type { KnownTools } from "./tool-rules.ts";

const FILES_AT_ONCE = 32;
/** One mistake in a template of 10,000 rows is not said 10,000 times. */
const MOST_ROWS_SHOWN = 20;

/** Loads the selected cases of a suite. Throws one UsageError with every problem of its config and its cases. */
export async function loadSuite(configFile: string | null, selection: Selection, ports: LoadPorts): Promise<Suite> {
	const log = problemLog();
	const { cwd, paths } = selection;
	const read = await readConfig(await findConfig({ configFile, cwd, paths }), { cwd, tools: ports.tools }, log);
	const { config, layer } = read;
	const files = await findCaseFiles(read, selection, log);
	const attachments = openAttachments(config.root, config.fixturesDir, ports.inspectFixture);
	const loader: Loader = { attachments, tools: ports.tools, ids: idBook(), log };
	const readSources = sourceReader(config.root, cwd, layer);
	const cases: Case[] = [];
	for (let first = 0; first < files.length; first += FILES_AT_ONCE) {
		const sources = await Promise.all(files.slice(first, first + FILES_AT_ONCE).map(readSources));
		for (const source of sources.flat()) cases.push(...(await loadSource(source, loader)));
	}
	log.refuseIfAny();
	const selected = selectCases(cases.sort(by(({ id }) => id)), selection);
	for (const complaint of selected.complaints) log.report(problemAnywhere(complaint));
	log.refuseIfAny();
	return { config, cases: selected.value, fixtures: await fixturesOf(selected.value, config, attachments) };
}

type Loader = { readonly attachments: Attachments; readonly tools: KnownTools; readonly ids: IdBook; readonly log: ProblemLog };

async function findCaseFiles({ config, layer }: ReadConfig, selection: Selection, log: ProblemLog): Promise<readonly FoundFile[]> {
	const { root, caseGlobs } = config;
	const { files, idleGlobs } = await discover(root, caseGlobs, ignoredBy(config));
	for (const glob of idleGlobs) {
		log.report(
			located(finding(["cases", caseGlobs.indexOf(glob)], `no case file matches "${glob}"`, "write one, or mend `cases`"), [layer]),
		);
	}
	const selected = await selectFiles(root, files, selection);
	for (const complaint of selected.complaints) log.report(problemAnywhere(complaint));
	return selected.value;
}

/** A config is no case, and neither is what fixtures and reports hold. */
function ignoredBy({ root, file: configFile, fixturesDir, reportsDir }: SuiteConfig): (file: string) => boolean {
	const folders = [fixturesDir, reportsDir].filter((folder) => folder !== root);
	return (file) => {
		const path = join(root, file);
		return path === configFile || folders.some((folder) => !isOutside(folder, path));
	};
}

async function loadSource(source: Checked<CaseSource>, loader: Loader): Promise<readonly Case[]> {
	if (!source.ok) return refuseAll(source.problems, loader.log);
	const loaded: Case[] = [];
	const refused: (readonly Problem[])[] = [];
	for (const draft of await draftsOf(source.value, loader.attachments)) {
		const built = draft.ok ? await loadDraft(draft.value, loader) : draft;
		if (built.ok) loaded.push(built.value);
		else refused.push(built.problems);
	}
	const more = refused.length - MOST_ROWS_SHOWN;
	const rest = more > 0 ? [restOf(source.value, more)] : [];
	refuseAll([...refused.slice(0, MOST_ROWS_SHOWN).flat(), ...rest], loader.log);
	return loaded;
}

function refuseAll(problems: readonly Problem[], log: ProblemLog): readonly Case[] {
	for (const problem of problems) log.report(problem);
	return [];
}

function restOf({ layers }: CaseSource, rows: number): Problem {
	return located(finding(["rows"], `${rows} more rows have problems`, "mend the first ones"), layers);
}

async function loadDraft(draft: Draft, { attachments, tools, ids }: Loader): Promise<Checked<Case>> {
	const complaint = ids.enter(draft.id, draft.idPlace);
	const built = await buildCase(draft, { folder: draft.folder, row: draft.row, attachments }, tools);
	const problems = built.ok ? [] : built.findings.map(draft.problemOf);
	if (complaint !== null) return { ok: false, problems: [{ ...draft.idPlace, ...complaint }, ...problems] };
	return built.ok ? built : { ok: false, problems };
}

async function fixturesOf(cases: readonly Case[], { fixturesDir }: SuiteConfig, attachments: Attachments): Promise<readonly Fixture[]> {
	const names = new Set(cases.flatMap(({ fixture }) => fixture ?? []));
	const fixtures: Fixture[] = [];
	for (const name of names) {
		const inspected = await attachments.fixture(name);
		if (inspected.ok) fixtures.push({ name, path: join(fixturesDir, name), digest: inspected.value });
	}
	return fixtures.sort(by(({ name }) => name));
}
