import { rmSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const FIXTURE_FILES = 20;
const FIXTURE_FILE_BYTES = 2_000;

/** Makes a folder for a benchmark, also the place of its children's temporary files. It goes when the process ends. */
export async function makeScratch() {
	const folder = await mkdtemp(join(tmpdir(), "assay-bench-"));
	process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
	process.env.TMPDIR = folder;
	return folder;
}

/** Writes a suite of trivial cases, one a row of JSONL: the oracle says a word, and the word is expected. */
export async function writeSuite(folder, { cases, fixture = false }) {
	await mkdir(join(folder, "cases"), { recursive: true });
	await writeFile(join(folder, "assay.yaml"), 'name: bench\ncases: ["cases/*.yaml"]\nfixtures: fixtures\nreports: reports\n');
	const say = [
		"rows: words.jsonl",
		"tags: [bench]",
		"prompt: Say {{word}}.",
		'oracle: [{say: "{{word}}"}]',
		'expect: {contains: ["{{word}}"]}',
	];
	await writeFile(join(folder, "cases/say.yaml"), `${[...say, ...(fixture ? ["fixture: files"] : [])].join("\n")}\n`);
	const rows = Array.from({ length: cases }, (_, index) => JSON.stringify({ word: `word-${index}` }));
	await writeFile(join(folder, "cases/words.jsonl"), `${rows.join("\n")}\n`);
	await writeFixture(join(folder, "fixtures/files"));
	return folder;
}

/** Twenty files in four folders. */
async function writeFixture(folder) {
	for (let index = 0; index < FIXTURE_FILES; index += 1) {
		const below = join(folder, `part-${index % 4}`);
		await mkdir(below, { recursive: true });
		await writeFile(join(below, `file-${index}.txt`), `${index}\n`.repeat(FIXTURE_FILE_BYTES).slice(0, FIXTURE_FILE_BYTES));
	}
}

/** A subject that runs a suite, in silence, into a run folder that is removed after each run. */
export function runOf(assay, suite, { name, repeats = 1 }) {
	const out = join(suite, "out");
	const command = [...assay, "run", "-C", suite, "-k", String(repeats), "-o", out, "--reporter", "silent"];
	return { name, command, after: () => rm(out, { recursive: true, force: true }) };
}
