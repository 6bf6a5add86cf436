import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { acceptsText, answersOf, callsOf, normalise, promptsOf, textsOf } from "./case-view.mjs";
import { proveSolution } from "./prove.mjs";

/** What an arm answers that does nothing. */
const NOTHING = "Nop.";
/** Expectations that no arm meets without calls, whatever it says. */
const NEEDS_CALLS = ["tools", "tools_in_order", "args", "min_compactions"];

/** Generated files (by absolute path) are on disk as they are made, and folders that hold only such files hold no others. */
export function checkFiles(files) {
	const wrong = [...files].filter(([path, text]) => !existsSync(path) || readFileSync(path, "utf8") !== text);
	const folders = new Set([...files.keys()].map(dirname).filter((folder) => /\/(slips|data|reports)$/.test(folder)));
	const strays = [...folders]
		.filter(existsSync)
		.flatMap((folder) => readdirSync(folder).map((name) => `${folder}/${name}`))
		.filter((path) => !files.has(path));
	return [...wrong.map(([path]) => `${path}: not as generated, run with --write`), ...strays.map((path) => `${path}: not generated`)];
}

/** Every case has a gold answer or a command that decides, and every gold belongs to a case. */
export function checkCoverage(cases, golds) {
	const [ids, named] = [new Set(cases.map(({ id }) => id)), new Set(golds.map((gold) => gold.case))];
	return [
		...cases.filter(({ id, doc }) => !named.has(id) && doc.expect.verify === undefined).map(({ id }) => `${id}: no gold and no verify`),
		...[...named].filter((id) => !ids.has(id)).map((id) => `${id}: a gold without a case`),
	];
}

export function checkCase(loaded, golds) {
	const { id, doc } = loaded;
	const own = golds.filter((gold) => gold.case === id);
	const answers = answersOf(loaded);
	if (bareNeedles(doc.expect).length > 0) return [`${id}: needles that YAML reads as numbers: ${bareNeedles(doc.expect).join(", ")}`];
	const problems = own.flatMap((gold) => [...misplaced(loaded, gold), ...trapped(loaded, gold), ...misjudged(loaded, gold)]);
	if (answers.length !== promptsOf(loaded).length) problems.push(`${promptsOf(loaded).length} prompts, ${answers.length} answers`);
	if (ends(doc.expect) === "completed" && !acceptsText(loaded, answers.at(-1))) problems.push("the oracle's answer is refused");
	if (passesIdle(loaded)) problems.push("doing nothing might pass");
	return [...problems.map((problem) => `${id}: ${problem}`), ...proveSolution(loaded)];
}

function bareNeedles({ contains = [], contains_any: any = [], not_contains: not = [] }) {
	return [...contains, ...any, ...not].filter((needle) => typeof needle !== "string");
}

function ends(expect) {
	return expect.stop_cause ?? "completed";
}

function passesIdle(loaded) {
	const { expect } = loaded.doc;
	return acceptsText(loaded, NOTHING) && ends(expect) === "completed" && !NEEDS_CALLS.some((key) => key in expect);
}

function misplaced(loaded, gold) {
	const { expect } = loaded.doc;
	const places = {
		prompt: promptsOf(loaded),
		expect: textsOf(expect),
		answers: answersOf(loaded),
		calls: callsOf(loaded).flatMap(({ args }) => textsOf(args)),
	};
	const wanted = [
		["prompt", gold.asks],
		["expect", [gold.says, gold.does, gold.expects].flatMap((values) => values ?? [])],
		["answers", [gold.says, gold.answers].flatMap((values) => values ?? [])],
		["calls", [gold.does, gold.calls].flatMap((values) => values ?? [])],
	];
	return wanted.flatMap(([place, values = []]) =>
		values.filter((value) => !stands(value, places[place])).map((value) => `${JSON.stringify(value)} is missing in its ${place}`),
	);
}

function stands(value, texts) {
	return texts.some((text) => normalise(text).includes(normalise(value)));
}

function trapped(loaded, { traps = [] }) {
	return traps.filter((trap) => acceptsText(loaded, trap)).map((trap) => `the wrong answer ${JSON.stringify(trap)} is accepted`);
}

function misjudged(loaded, { accepts = [] }) {
	return accepts.filter((answer) => !acceptsText(loaded, answer)).map((answer) => `the right answer ${JSON.stringify(answer)} is refused`);
}
