import { join, relative } from "node:path";
import { by } from "../core/order.ts";
import type { Arm, Case, Fixture } from "./case.ts";
import { type ReadConfig, readConfig } from "./config.ts";
import { type Attachments, openAttachments } from "./find/attachments.ts";
import { discover, type FoundFile } from "./find/discover.ts";
import { findConfig } from "./find/find-config.ts";
import { type Loader, loadSource } from "./find/load-source.ts";
import { inspectScripts, reportStrayLines } from "./find/scripts.ts";
import { type SourceReader, sourceReader } from "./find/sources.ts";
import { isOutside } from "./find/suite-file.ts";
import type { LoadPorts } from "./ports.ts";
import { finding, located } from "./problem/finding.ts";
import { fileProblem, type ProblemLog, problemAnywhere, problemLog } from "./problem/problems.ts";
import { idBook } from "./rule/id-book.ts";
import { leftOutBy } from "./rule/left-out.ts";
import { type Selection, selectCases, selectFiles } from "./select.ts";
import type { Suite, SuiteConfig } from "./suite.ts";

const FILES_AT_ONCE = 32;

/** Loads the selected cases of a suite. Throws one UsageError with every problem of its config and its cases. */
export async function loadSuite(configFile: string | null, selection: Selection, ports: LoadPorts): Promise<Suite> {
	const log = problemLog();
	const { cwd, paths } = selection;
	const read = await readConfig(await findConfig({ configFile, cwd, paths }), { cwd, tools: ports.tools }, log);
	const { config, layer } = read;
	const files = await findCaseFiles(read, selection, log);
	const scripts = await inspectScripts(config.arms, cwd, ports.inspectScript);
	for (const { problems } of scripts.values()) log.report(problems);
	const attachments = openAttachments(config.root, config.fixturesDir, ports.inspectFixture);
	const known = { tools: ports.tools, leavesOut: leftOutBy(config.diffIgnore), armsCompact: config.arms.some(compacts) };
	const ids = idBook();
	const loader = { attachments, known, ids, log };
	const cases = await loadCases(files, sourceReader(config.root, cwd, layer), loader);
	if (paths.length === 0) reportStrayLines(scripts, ids, log);
	log.refuseIfAny();
	const selected = selectCases(cases.sort(by(({ id }) => id)), selection);
	log.report(selected.complaints.map(problemAnywhere));
	log.refuseIfAny();
	return {
		config,
		cases: selected.value,
		fixtures: await fixturesOf(selected.value, config, attachments),
		scripts: new Map([...scripts].map(([arm, script]) => [arm, new Set(script.cases.map(({ id }) => id))])),
		places: { ofCase: ids.placeOf, ofConfig: (path) => layer.placeOf(path, "value") },
	};
}

async function loadCases(files: readonly FoundFile[], read: SourceReader, loader: Loader): Promise<Case[]> {
	const cases: Case[] = [];
	for (let first = 0; first < files.length; first += FILES_AT_ONCE) {
		const batch = files.slice(first, first + FILES_AT_ONCE);
		const sources = await Promise.all(batch.map(read));
		for (const { id } of batch.filter((_, at) => sources[at]?.some(({ ok }) => !ok))) loader.ids.doubt(id);
		for (const source of sources.flat()) for (const subject of await loadSource(source, loader)) cases.push(subject);
	}
	return cases;
}

function compacts({ overrides }: Arm): boolean {
	return typeof overrides.compact_at_tokens === "number";
}

async function findCaseFiles({ config, layer }: ReadConfig, selection: Selection, log: ProblemLog): Promise<readonly FoundFile[]> {
	const { root, caseGlobs } = config;
	const { files, idleGlobs, idleDefaults } = await discover(root, caseGlobs, ignoredBy(config));
	const idle = idleGlobs.map((glob) =>
		finding(["cases", caseGlobs.indexOf(glob)], `no case file matches "${glob}"`, "write one, or mend `cases`"),
	);
	const selected = await selectFiles(root, files, selection);
	const remedy = "put it beside the cases that it is for: it holds for its own folder";
	log.report(
		idleDefaults.map((file) => fileProblem(relative(selection.cwd, join(root, file)), "does nothing: no case is in this folder", remedy)),
	);
	log.report([...idle.map((found) => located(found, [layer])), ...selected.complaints.map(problemAnywhere)]);
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

async function fixturesOf(cases: readonly Case[], { fixturesDir }: SuiteConfig, attachments: Attachments): Promise<readonly Fixture[]> {
	const names = new Set(cases.flatMap(({ fixture }) => fixture ?? []));
	const fixtures: Fixture[] = [];
	for (const name of names) {
		const inspected = await attachments.fixture(name);
		if (inspected.ok) fixtures.push({ name, path: join(fixturesDir, name), digest: inspected.value });
	}
	return fixtures.sort(by(({ name }) => name));
}
