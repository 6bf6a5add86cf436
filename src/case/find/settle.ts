import { posix } from "node:path";
import type { JsonObject } from "../../core/json.ts";
import type { CaseDocument, VerifyFileDocument } from "../document/case-document.ts";
import { type Complaint, type Finding, finding } from "../problem/finding.ts";
import type { Path } from "../problem/layer.ts";
import { fieldsOf, fillWithin } from "../text/template.ts";
import type { Attachments } from "./attachments.ts";

/** A document whose files have been read: its prompt is a text, its `verify.files` are pairs. */
export type Settled = {
	readonly document: CaseDocument;
	/** Digests of what stands outside the document and belongs to the case. */
	readonly outside: { readonly fixture: string | null; readonly verify: readonly string[] };
	readonly findings: readonly Finding[];
};

/** Where a document's files are looked for, and the row that fills in its prompt file. */
export type Surroundings = { readonly folder: string; readonly row: JsonObject | null; readonly attachments: Attachments };

export async function settle(document: CaseDocument, around: Surroundings): Promise<Settled> {
	const prompt = await settlePrompt(document, around);
	const verify = await settleVerify(prompt.document, around);
	const fixture = document.fixture == null ? null : await around.attachments.fixture(document.fixture);
	const fixtureFindings = fixture === null || fixture.ok ? [] : findingsAt(["fixture"], fixture.complaints);
	return {
		document: verify.document,
		outside: { fixture: fixture?.ok ? fixture.value : null, verify: verify.digests },
		findings: [...prompt.findings, ...verify.findings, ...fixtureFindings],
	};
}

type SettledPart = { readonly document: CaseDocument; readonly findings: readonly Finding[] };

async function settlePrompt(document: CaseDocument, { folder, row, attachments }: Surroundings): Promise<SettledPart> {
	const { prompt_file: name, ...rest } = document;
	if (name === undefined || document.prompt !== undefined) return { document, findings: [] };
	const path = ["prompt_file"];
	const text = await attachments.text(folder, name);
	if (!text.ok) return { document: rest, findings: findingsAt(path, text.complaints) };
	const missing = row === null ? [] : fieldsOf(text.value).filter((field) => !Object.hasOwn(row, field));
	const findings = missing.map((field) => finding(path, `"${name}" asks for the field "${field}"`, "give it to every row"));
	// An editor ends a file with a newline that nobody means to say.
	const prompt = (row === null ? text.value : fillWithin(text.value, row)).replace(/\r?\n$/, "");
	if (prompt.trim() === "") return { document: rest, findings: [finding(path, `"${name}" is blank`, "write a prompt into it")] };
	return { document: { ...rest, prompt }, findings };
}

async function settleVerify(document: CaseDocument, around: Surroundings): Promise<SettledPart & { readonly digests: readonly string[] }> {
	const verify = document.expect?.verify;
	if (verify === undefined || typeof verify === "string" || verify.files === undefined) return { document, findings: [], digests: [] };
	const files = await Promise.all(verify.files.map((file, at) => settleFile(file, ["expect", "verify", "files", at], around)));
	const settled = { ...verify, files: files.map(({ file }) => file) };
	return {
		document: { ...document, expect: { ...document.expect, verify: settled } },
		findings: files.flatMap(({ findings }) => findings),
		digests: files.map(({ digest }) => digest),
	};
}

type SettledFile = { readonly file: VerifyFileDocument; readonly digest: string; readonly findings: readonly Finding[] };

async function settleFile(file: VerifyFileDocument, path: Path, { folder, attachments }: Surroundings): Promise<SettledFile> {
	const [from, to] = typeof file === "string" ? [file, "."] : [file.from, file.to];
	const entry = await attachments.entry(folder, from);
	if (!entry.ok) return { file, digest: "", findings: findingsAt(typeof file === "string" ? path : [...path, "from"], entry.complaints) };
	return { file: { from, to: targetOf(entry.value.kind, from, to) }, digest: entry.value.digest, findings: [] };
}

/** A folder's contents go to the target; a file goes to it, or into it where it is written as a folder. */
function targetOf(kind: "file" | "folder", from: string, to: string): string {
	const isFolder = to.endsWith("/") || posix.normalize(to) === ".";
	return kind === "file" && isFolder ? posix.join(to, posix.basename(from)) : to;
}

function findingsAt(path: Path, complaints: readonly Complaint[]): readonly Finding[] {
	return complaints.map(({ what, remedy }) => finding(path, what, remedy));
}
