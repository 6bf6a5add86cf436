import type { CallRecord } from "../agent/call.ts";
import type { ModelReply } from "../agent/model.ts";
import type { StopCause } from "../agent/stop-code.ts";
import { counted } from "../core/counted.ts";
import { callsOf, textOf } from "../core/message.ts";
import { tokensOf } from "../core/usage.ts";
import type { CommandEvidence, OutcomeEvidence } from "../recording/evidence.ts";
import type { RecordingHeader, RecordingLine } from "../recording/line.ts";
import { trialId } from "../recording/trial-key.ts";
import type { TrialRow } from "../report/trial-row.ts";
import type { WorkspaceChange } from "../workspace/change.ts";
import { printable, printableLine } from "./printable.ts";

const MOST_LINES = 20;

/** One line of a recording for a person; empty for what says nothing to one. */
export function lineText(line: RecordingLine): string {
	switch (line.type) {
		case "recording":
			return headText(line);
		case "turn-start":
			return `\n── turn ${line.turn}\n${indent(line.prompt)}`;
		case "reply":
			return replyText(line.reply);
		case "tool-call":
			return callText(line.call);
		case "input":
			return `  + ${line.from}: ${printableLine(line.text)}`;
		case "compaction":
			return `  ~ compacted at ${counted(line.promptTokens, "token")}: ${printableLine(line.summary)}`;
		case "undelivered":
			return line.texts.map((text) => `  ! never delivered: ${printableLine(text)}`).join("\n");
		case "trim":
			return `  ~ ${counted(line.results, "old result")} cut; the conversation has ${counted(line.characters, "character")}`;
		case "notice":
			return `  ! ${printableLine(line.text)}`;
		case "turn-end":
			return `── turn ${line.turn} ends: ${causeText(line.cause)}, ${counted(line.rounds, "round")}`;
		case "diff":
			return diffText(line.changes);
		case "command":
			return commandText(line.command);
		case "file":
			return `\nfile ${printableLine(line.file.path)}: ${line.file.exists ? "there" : "missing"}`;
		case "outcome":
			return endText(line.outcome);
		case "breakdown":
			return `  # ${line.segments.map(({ name, tokens }) => `${printableLine(name)} ${tokens}`).join(", ")} tokens`;
		case "request":
			return "";
	}
}

export function checksText({ verdict, checks }: TrialRow): string {
	const lines = checks.map(
		({ name, passed, detail }) => `  ${passed ? "ok  " : "FAIL"} ${printableLine(name)}: ${printableLine(detail, 400)}`,
	);
	return [verdict.toUpperCase(), ...lines].join("\n");
}

function headText({ key, case: asked, arm, tools, system }: RecordingHeader): string {
	const model = arm.model === null ? arm.provider : `${arm.provider} ${printableLine(arm.model)}`;
	const lines = [`${trialId(key)}  (${asked.file}; ${model})`, `tools: ${tools.map(({ name }) => name).join(", ")}`];
	return [...lines, ...(system === "" ? [] : [`system: ${printableLine(system)}`])].join("\n");
}

function replyText(reply: ModelReply): string {
	if (!reply.ok) return `  ! ${reply.failure.kind}: ${printableLine(reply.failure.message)}`;
	const text = textOf(reply.message);
	const calls = callsOf(reply.message).map(
		(call) => `  → ${printableLine(call.name)} ${printableLine(call.malformed ?? JSON.stringify(call.args))}`,
	);
	return [...(text === "" ? [] : [indent(text)]), ...calls].join("\n");
}

function callText(call: CallRecord): string {
	const settled = call.settledBy === "executed" ? "" : ` [${call.settledBy}]`;
	return `  ← ${printableLine(call.name)}${settled}${call.isError ? " error" : ""}\n${clipped(call.result)}`;
}

function commandText({ run, end, exitCode, output }: CommandEvidence): string {
	const code = exitCode === null ? "" : `, exit code ${exitCode}`;
	return `\n$ ${printableLine(run)}  → ${end}${code}\n${clipped(output)}`;
}

function diffText(changes: readonly WorkspaceChange[]): string {
	if (changes.length === 0) return "\nworkspace: unchanged";
	const lines = changes.map(({ path, before, after }) => `  ${before === null ? "+" : after === null ? "-" : "~"} ${printableLine(path)}`);
	return `\nworkspace:\n${lines.join("\n")}`;
}

function endText({ cause, rounds, usage, owedAnswer, forcedAnswer, promptsLeft }: OutcomeEvidence): string {
	const notes = [
		...(usage.complete ? [] : ["usage is a lower bound"]),
		...(owedAnswer ? ["no answer was given"] : []),
		...(forcedAnswer ? ["the answer was asked for after the bound"] : []),
		...(promptsLeft === 0 ? [] : [`prompts not played: ${promptsLeft}`]),
	];
	return [`\nend: ${causeText(cause)}; ${counted(rounds, "round")}, ${counted(tokensOf(usage), "token")}`, ...notes].join("; ");
}

/** A bound with its figures, and what else was true when it was reached. */
function causeText({ code, message, limit, used, tool, alsoTrue = [] }: StopCause): string {
	const figures = limit === undefined || used === undefined ? [] : [`${used} of ${limit}`];
	const why = [...figures, ...(tool === undefined ? [] : [tool]), ...(message === undefined ? [] : [message])].map((text) =>
		printableLine(text),
	);
	const also = alsoTrue.length === 0 ? [] : [`also ${alsoTrue.join(", ")}`];
	const all = [...why, ...also];
	return all.length === 0 ? code : `${code} (${all.join("; ")})`;
}

function clipped(text: string): string {
	const lines = printable(text.trimEnd()).split("\n");
	const more = lines.length - MOST_LINES;
	return [...lines.slice(0, MOST_LINES), ...(more > 0 ? [`[${counted(more, "more line")}]`] : [])]
		.map((line) => `      ${line}`)
		.join("\n");
}

function indent(text: string): string {
	return printable(text).replace(/^/gm, "  ");
}
