/**
 * Where the suite's fixtures and answers come from.
 *
 *   node cases/gold.mjs           prints the gold answers, a JSON line for each case
 *   node cases/gold.mjs --write   writes the generated files
 *   node cases/gold.mjs --check   proves files, answers and solutions; exit 1 with what is wrong
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { auditFiles } from "./gold/audit.mjs";
import { caseFiles } from "./gold/case-files.mjs";
import { checkCase, checkCoverage, checkFiles } from "./gold/check.mjs";
import { notesFiles } from "./gold/notes-files.mjs";
import { CASES, FIXTURES } from "./gold/places.mjs";

const generated = new Map([
	...[...notesFiles, ...auditFiles].map(([path, text]) => [`${FIXTURES}${path}`, text]),
	...[...caseFiles].map(([path, text]) => [`${CASES}${path}`, text]),
]);

const MODES = { "": print, "--write": write, "--check": check };

async function print() {
	const { golds } = await import("./gold/golds.mjs");
	for (const gold of golds) console.log(JSON.stringify(gold));
}

function write() {
	for (const [path, text] of generated) {
		mkdirSync(dirname(path), { recursive: true });
		writeFileSync(path, text);
	}
}

/** Loaded only here: before the fixtures are written there is nothing to read golds from. */
async function check() {
	const [{ golds }, { loadCases }] = await Promise.all([import("./gold/golds.mjs"), import("./gold/load.mjs")]);
	const cases = loadCases();
	const problems = [...checkFiles(generated), ...checkCoverage(cases, golds), ...cases.flatMap((loaded) => checkCase(loaded, golds))];
	for (const problem of problems) console.error(problem);
	if (problems.length > 0) process.exitCode = 1;
	else console.log(`${cases.length} cases, ${golds.length} golds, ${generated.size} generated files: all as they should be`);
}

const mode = MODES[process.argv[2] ?? ""];
if (mode === undefined) {
	console.error("usage: node cases/gold.mjs [--write | --check]");
	process.exitCode = 2;
} else {
	await mode();
}
