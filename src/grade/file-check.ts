import type { Expectation } from "../case/expectation.ts";
import type { Evidence, FileEvidence } from "../recording/evidence.ts";
import type { Finding } from "./grade.ts";
import { oneLine, quoted } from "./quote.ts";

type FileExpectation = Extract<Expectation, { kind: "files" }>;

/** A file as the run left it. Contents are compared as they are: in a file, case, commas and underscores mean something. */
export function file(expectation: FileExpectation, files: Evidence["files"]): Finding {
	const name = `files:${oneLine(expectation.path)}`;
	const found = files.get(expectation.path);
	if (found === undefined) return { name, passed: null, detail: "no evidence of this file is recorded; run the trial again" };
	const problem = problemOf(expectation, found);
	return { name, passed: problem === null, detail: problem ?? statementOf(expectation) };
}

function statementOf(expectation: FileExpectation): string {
	if (!expectation.exists) return "does not exist";
	const conditions = [expectation.contains, expectation.equals, expectation.sha256].filter((value) => value !== undefined);
	return conditions.length === 0 ? "exists" : "exists with the expected contents";
}

function problemOf(expectation: FileExpectation, found: FileEvidence): string | null {
	if (!expectation.exists) return found.exists ? "expected no such file; it exists" : null;
	if (!found.exists) return "expected a file; there is none";
	return digestProblem(expectation, found) ?? textProblem(expectation, found);
}

function digestProblem({ sha256 }: FileExpectation, found: FileEvidence): string | null {
	if (sha256 === undefined || found.sha256 === sha256) return null;
	return `expected SHA-256 ${oneLine(sha256)}; found ${found.sha256 ?? "no regular file that can be read"}`;
}

function textProblem({ contains, equals }: FileExpectation, { text }: FileEvidence): string | null {
	if (contains === undefined && equals === undefined) return null;
	if (text === null) return "expected a regular UTF-8 text file of at most 1 MiB; it is none";
	if (contains !== undefined && !text.includes(contains)) return `expected it to contain ${quoted(contains)}; it does not`;
	if (equals !== undefined && text !== equals)
		return `expected other contents; they differ from line ${firstDifferentLine(text, equals)} on`;
	return null;
}

function firstDifferentLine(text: string, expected: string): number {
	const wanted = expected.split("\n");
	const found = text.split("\n");
	const index = wanted.findIndex((line, at) => line !== found[at]);
	return (index === -1 ? wanted.length : index) + 1;
}
