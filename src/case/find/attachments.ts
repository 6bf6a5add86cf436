import { readdir, readFile, realpath } from "node:fs/promises";
import { join } from "node:path";
import { digest, sha256 } from "../../core/digest.ts";
import type { LoadPorts } from "../ports.ts";
import { didYouMean } from "../problem/did-you-mean.ts";
import type { Complaint } from "../problem/finding.ts";
import { remembered } from "../problem/remembered.ts";
import { decodeText } from "../text/decode-text.ts";
import { kindOf } from "./entry-kind.ts";
import { findSuiteFile, isOutside } from "./suite-file.ts";

/** What a case names in the file system, or why it cannot be used. */
export type Attached<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly complaints: readonly Complaint[] };

/** The files that cases name, relative to a case's folder. Each is read once, however many cases name it. */
export type Attachments = {
	readonly text: (folder: string, name: string) => Promise<Attached<string>>;
	readonly entry: (folder: string, name: string) => Promise<Attached<{ readonly kind: "file" | "folder"; readonly digest: string }>>;
	/** The digest of a fixture, by its name. */
	readonly fixture: (name: string) => Promise<Attached<string>>;
};

export function openAttachments(root: string, fixturesDir: string, inspect: LoadPorts["inspectFixture"]): Attachments {
	return {
		text: remembered((folder, name) => readSuiteText(root, folder, name)),
		entry: remembered((folder, name) => inspectEntry({ root, inspect }, folder, name)),
		fixture: remembered((name) => inspectFixture({ root, inspect }, fixturesDir, name)),
	};
}

async function readSuiteText(root: string, folder: string, name: string): Promise<Attached<string>> {
	const file = await findSuiteFile(root, folder, name);
	if (!file.ok) return { ok: false, complaints: [file.complaint] };
	if (file.kind === "folder") return refused(`"${name}" is a folder`, "name a file");
	const text = decodeText(await readFile(file.path), name);
	if (text.ok) return text;
	return { ok: false, complaints: text.problems.map(({ line, what, remedy }) => ({ what: `line ${line} of "${name}" ${what}`, remedy })) };
}

type Inspection = { readonly root: string; readonly inspect: LoadPorts["inspectFixture"] };

async function inspectEntry(
	{ root, inspect }: Inspection,
	folder: string,
	name: string,
): Promise<Attached<{ kind: "file" | "folder"; digest: string }>> {
	const file = await findSuiteFile(root, folder, name);
	if (!file.ok) return { ok: false, complaints: [file.complaint] };
	if (file.kind === "file") {
		const bytes = sha256(await readFile(file.path));
		return { ok: true, value: { kind: "file", digest: digest({ executable: file.executable, bytes }) } };
	}
	const { digest: treeDigest, problems } = await inspect(file.path);
	if (problems.length > 0)
		return { ok: false, complaints: problems.map((problem) => ({ what: `"${name}": ${problem}`, remedy: "mend the folder" })) };
	return { ok: true, value: { kind: "folder", digest: treeDigest } };
}

async function inspectFixture({ root, inspect }: Inspection, fixturesDir: string, name: string): Promise<Attached<string>> {
	const directory = join(fixturesDir, name);
	if ((await kindOf(directory)) !== "folder") return refused(`no fixture "${name}"`, didYouMean(name, await foldersIn(fixturesDir)));
	// Fixtures that the config itself keeps elsewhere are their own bound.
	const bound = isOutside(root, fixturesDir) ? fixturesDir : root;
	if (isOutside(await realpath(bound), await realpath(directory)))
		return refused(`fixture "${name}" is a link out of the suite`, "copy the folder into the suite");
	const { digest: treeDigest, problems } = await inspect(directory);
	if (problems.length === 0) return { ok: true, value: treeDigest };
	return { ok: false, complaints: problems.map((problem) => ({ what: `fixture "${name}": ${problem}`, remedy: "mend the fixture" })) };
}

async function foldersIn(path: string): Promise<readonly string[]> {
	const entries = await readdir(path, { withFileTypes: true }).catch(() => []);
	return entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
}

function refused(what: string, remedy: string): { readonly ok: false; readonly complaints: readonly Complaint[] } {
	return { ok: false, complaints: [{ what, remedy }] };
}
