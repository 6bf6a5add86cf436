import { readFile } from "node:fs/promises";
import { messageOf, type Problem, UsageError } from "../core/error.ts";
import type { Json } from "../core/json.ts";
import { type JsonFlaw, jsonFlaws } from "../core/json-flaws.ts";
import { decodeReply } from "./script-reply.ts";
import { type Complaint, type Decoded, decodeAs, scriptLine } from "./script-schema.ts";
import type { ScriptReply } from "./scripted.ts";

/** By case id; `*` answers every case that has no line of its own. */
export type Script = ReadonlyMap<string, readonly ScriptReply[]>;

/** Something wrong with a line, at a value of it or at a column; both count as `Complaint` says. */
export type ScriptFault = Complaint & { readonly line: number };

/** A script as far as it can be read: the lines of its cases, and all that is wrong with it. */
export type DecodedScript = {
	readonly script: Script;
	readonly lineOf: ReadonlyMap<string, number>;
	readonly faults: readonly ScriptFault[];
};

/** The replies of a `script` arm, JSONL of `{case, replies: [..]}`. */
export function decodeScript(text: string): DecodedScript {
	const script = new Map<string, readonly ScriptReply[]>();
	const lineOf = new Map<string, number>();
	const faults: ScriptFault[] = [];
	for (const [index, written] of text.split("\n").entries()) {
		if (written.trim() === "") continue;
		const line = decodeLine(written, script);
		if (!line.ok) faults.push(...line.complaints.map((complaint) => ({ ...complaint, line: index + 1 })));
		else script.set(line.value.caseId, line.value.replies);
		if (line.ok) lineOf.set(line.value.caseId, index + 1);
	}
	if (script.size + faults.length > 0) return { script, lineOf, faults };
	const fault = { line: 1, column: 1, path: [], what: "the script has no line", remedy: 'write one {"case": "…", "replies": […]} a line' };
	return { script, lineOf, faults: [fault] };
}

/** Reads a script that was checked when its suite was loaded. Throws one UsageError with what is wrong with it now. */
export async function readScriptFile(file: string): Promise<Script> {
	const { script, faults } = decodeScript(await readText(file));
	const problems = faults.map(({ line, column = 1, what, remedy }): Problem => ({ file, line, column, what, remedy }));
	if (problems.length > 0) throw new UsageError(problems);
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
	const line = decodeAs(scriptLine, parsed.value, []);
	if (!line.ok) return line;
	const { case: caseId, replies } = line.value;
	const decoded = replies.map((reply, at) => decodeReply(reply, ["replies", at]));
	const complaints = decoded.flatMap((reply) => (reply.ok ? [] : reply.complaints));
	const twice = before.has(caseId) ? [{ path: ["case"], what: `case ${caseId} has a line already`, remedy: "keep one line a case" }] : [];
	if (complaints.length + twice.length > 0) return { ok: false, complaints: [...twice, ...complaints] };
	return { ok: true, value: { caseId, replies: decoded.flatMap((reply) => (reply.ok ? [reply.value] : [])) } };
}

function parseJson(text: string): Decoded<Json> {
	try {
		const value: Json = JSON.parse(text);
		const flaws = jsonFlaws(text, MOST_LEVELS);
		return flaws.length === 0 ? { ok: true, value } : { ok: false, complaints: flaws.map(complaintOf) };
	} catch (error) {
		const column = Number(/ at position (\d+)/.exec(messageOf(error))?.[1] ?? 0) + 1;
		return { ok: false, complaints: [{ path: [], column, what: "is no JSON object", remedy: "write one JSON object a line" }] };
	}
}

function complaintOf(flaw: JsonFlaw): Complaint {
	const [path, column] = [[], flaw.offset + 1];
	if (flaw.kind === "duplicate-key") return { path, column, what: `duplicate key ${JSON.stringify(flaw.key)}`, remedy: "keep one of them" };
	return { path, column, what: `is nested deeper than ${MOST_LEVELS} levels`, remedy: "write it flatter" };
}

async function readText(file: string): Promise<string> {
	try {
		return await readFile(file, "utf8");
	} catch (error) {
		const what = `the script cannot be read: ${messageOf(error)}`;
		throw new UsageError([{ file, line: null, column: null, what, remedy: "check the arm's `file`" }]);
	}
}
