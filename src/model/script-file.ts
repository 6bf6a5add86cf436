import { readFile } from "node:fs/promises";
import { messageOf, type Problem, UsageError } from "../core/error.ts";
import type { Json } from "../core/json.ts";
import { type JsonFlaw, jsonFlaws } from "../core/json-flaws.ts";
import { decodeReply } from "./script-reply.ts";
import { type Complaint, type Decoded, decodeAs, scriptLine } from "./script-schema.ts";
import type { ScriptReply } from "./scripted.ts";

/** By case id; `*` answers every case that has no line of its own. */
export type Script = ReadonlyMap<string, readonly ScriptReply[]>;

/** The replies of a `script` arm, JSONL of `{case, replies: [..]}`. Throws one UsageError with every problem, each at its line. */
export async function readScriptFile(file: string): Promise<Script> {
	const script = new Map<string, readonly ScriptReply[]>();
	const problems: Problem[] = [];
	for (const [index, text] of (await readText(file)).split("\n").entries()) {
		if (text.trim() === "") continue;
		const line = decodeLine(text, script);
		if (line.ok) script.set(line.value.caseId, line.value.replies);
		else problems.push(...line.complaints.map((complaint) => ({ file, line: index + 1, column: null, ...complaint })));
	}
	if (problems.length > 0) throw new UsageError(problems);
	if (script.size === 0) throw fileProblem(file, "the script has no line", 'write one {"case": "…", "replies": […]} a line');
	return script;
}

/** What a script answers to a case; null where it has nothing for it. */
export function repliesFor(script: Script, caseId: string): readonly ScriptReply[] | null {
	return script.get(caseId) ?? script.get("*") ?? null;
}

/** A deeper one would not fit on the stack of what decodes it. */
const MOST_LEVELS = 100;

type Line = { readonly caseId: string; readonly replies: readonly ScriptReply[] };

function decodeLine(text: string, before: Script): Decoded<Line> {
	const parsed = parseJson(text);
	if (!parsed.ok) return parsed;
	const line = decodeAs(scriptLine, parsed.value, "");
	if (!line.ok) return line;
	const { case: caseId, replies } = line.value;
	const decoded = replies.map((reply, at) => decodeReply(reply, `replies[${at}]`));
	const complaints = decoded.flatMap((reply) => (reply.ok ? [] : reply.complaints));
	const twice = before.has(caseId) ? [{ what: `case ${caseId} has a line already`, remedy: "keep one line a case" }] : [];
	if (complaints.length + twice.length > 0) return { ok: false, complaints: [...twice, ...complaints] };
	return { ok: true, value: { caseId, replies: decoded.flatMap((reply) => (reply.ok ? [reply.value] : [])) } };
}

function parseJson(text: string): Decoded<Json> {
	try {
		const value: Json = JSON.parse(text);
		const flaws = jsonFlaws(text, MOST_LEVELS);
		return flaws.length === 0 ? { ok: true, value } : { ok: false, complaints: flaws.map(complaintOf) };
	} catch (error) {
		return { ok: false, complaints: [{ what: `not JSON: ${messageOf(error)}`, remedy: "write one JSON object a line" }] };
	}
}

function complaintOf(flaw: JsonFlaw): Complaint {
	const column = flaw.offset + 1;
	if (flaw.kind === "duplicate-key") return { column, what: `duplicate key ${JSON.stringify(flaw.key)}`, remedy: "keep one of them" };
	return { column, what: `is nested deeper than ${MOST_LEVELS} levels`, remedy: "write it flatter" };
}

async function readText(file: string): Promise<string> {
	try {
		return await readFile(file, "utf8");
	} catch (error) {
		throw fileProblem(file, `the script cannot be read: ${messageOf(error)}`, "check the arm's `file`");
	}
}

function fileProblem(file: string, what: string, remedy: string): UsageError {
	return new UsageError([{ file, line: null, column: null, what, remedy }]);
}
