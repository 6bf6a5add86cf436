import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { callsOf } from "./case-view.mjs";
import { CASES, FIXTURES } from "./places.mjs";

/** A case's own solution, run on a copy of its fixture, must pass its `verify`; a kata's as shipped must not. */
export function proveSolution(loaded) {
	const { doc, id } = loaded;
	if (doc.expect.verify === undefined) return [];
	const problems = [];
	if (doc.fixture.startsWith("kata-") && inCopy(doc.fixture, (folder) => verify(loaded, folder)))
		problems.push(`${id}: verify passes as shipped`);
	const solved = inCopy(doc.fixture, (folder) => {
		for (const call of callsOf(loaded)) WRITERS[call.tool]?.(folder, call.args);
		return verify(loaded, folder);
	});
	if (!solved) problems.push(`${id}: verify fails after the oracle's edits`);
	return problems;
}

const WRITERS = {
	fs_write: (folder, { path, content }) => {
		mkdirSync(dirname(join(folder, path)), { recursive: true });
		writeFileSync(join(folder, path), content);
	},
	/** An edit that does not match once is refused, as the tool refuses it. */
	fs_edit: (folder, { path, old, new: text }) => {
		const parts = readFileSync(join(folder, path), "utf8").split(old);
		if (parts.length === 2) writeFileSync(join(folder, path), parts.join(text));
	},
};

function inCopy(fixture, action) {
	const folder = mkdtempSync(join(tmpdir(), "gold-"));
	try {
		cpSync(join(FIXTURES, fixture), folder, { recursive: true });
		return action(folder);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

function verify({ doc, file }, folder) {
	const { run, files = [] } = typeof doc.expect.verify === "string" ? { run: doc.expect.verify } : doc.expect.verify;
	for (const { from, to } of files) cpSync(join(CASES, dirname(file), from), join(folder, to));
	return spawnSync("bash", ["-c", run], { cwd: folder, stdio: "ignore", timeout: 30_000 }).status === 0;
}
