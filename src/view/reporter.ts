import type { BatchEvent } from "../batch/event.ts";
import { counted } from "../core/counted.ts";
import { trialId } from "../recording/trial-key.ts";
import { boundText } from "./bound-text.ts";
import { printableLine } from "./printable.ts";

/** Turns what happens in a batch into text as it happens; an empty text shows nothing. */
export type Reporter = (event: BatchEvent) => string;

type TrialEnd = Extract<BatchEvent, { type: "trial-end" }>;

/** Empties the line that the cursor stands in. */
export const WIPE = "\r\u001b[K";

/** A line for each trial that needs a look; on a terminal, one live line of how far it is. */
export function progressReporter({ isTerminal }: { readonly isTerminal: boolean }): Reporter {
	const seen = { planned: 0, kept: 0, pass: 0, fail: 0, ungraded: 0 };
	const wipe = isTerminal ? WIPE : "";
	const live = (): string => {
		const done = seen.kept + seen.pass + seen.fail + seen.ungraded;
		return isTerminal ? `${WIPE}${done}/${seen.planned}: ${seen.pass} passed, ${seen.fail} failed, ${seen.ungraded} ungraded` : "";
	};
	return (event) => {
		if (event.type === "trial-start") return "";
		if (event.type === "batch-end") return wipe;
		if (event.type === "batch-resume") {
			seen.kept = event.kept;
			return resumeText(event);
		}
		if (event.type === "batch-start") seen.planned = event.planned;
		else seen[event.verdict] += 1;
		const lines = event.type === "trial-end" ? linesOf(event) : noticeOf(event);
		return lines === "" ? live() : `${wipe}${lines}${live()}`;
	};
}

function resumeText({ kept, again }: Extract<BatchEvent, { type: "batch-resume" }>): string {
	const lines = again.map(({ trial, why }) => `again     ${trial}  ${printableLine(why)}\n`);
	return `kept      ${counted(kept, "trial")} that are over\n${lines.join("")}`;
}

function noticeOf({ notice }: Extract<BatchEvent, { type: "batch-start" }>): string {
	return notice === null ? "" : `notice    ${printableLine(notice, 400)}\n`;
}

/** What a person has to know of a trial that is over; nothing of one that passed and left nothing. */
function linesOf(event: TrialEnd): string {
	const { key, verdict, workspace } = event;
	const trouble = verdict === "pass" ? [] : [trialLine(event)];
	const kept = workspace === null ? [] : [`kept      ${trialId(key)}  ${printableLine(workspace, 400)}`];
	return [...trouble, ...kept].map((line) => `${line}\n`).join("");
}

function trialLine(event: TrialEnd): string {
	return `${event.verdict === "ungraded" ? "ungraded" : "failed  "}  ${trialId(event.key)}  ${whyOf(event)}`;
}

/** What went wrong, and whose it is: the model's (a failed check) or the batch's (an end without a verdict). */
function whyOf({ verdict, stop, failed, message }: TrialEnd): string {
	if (verdict === "ungraded") return `${stop}${message === null ? "" : `: ${printableLine(message)}`}`;
	const first = failed[0];
	const more = failed.length > 1 ? ` (and ${failed.length - 1} more)` : "";
	return `${boundText(stop)}${first === undefined ? "" : `${printableLine(first.name)}: ${printableLine(first.detail)}`}${more}`;
}

const DOTS = { pass: ".", fail: "F", ungraded: "?" } as const;

export function dotReporter(): Reporter {
	return (event) => (event.type === "trial-end" ? DOTS[event.verdict] : event.type === "batch-end" ? "\n" : "");
}

const MOST_ANNOTATIONS = 10;

/** Annotations of a GitHub workflow. It shows ten of a kind and drops the rest in silence, so the rest is said. */
export function githubReporter(): Reporter {
	let seen = 0;
	return (event) => {
		if (event.type === "batch-end") return moreText(seen - MOST_ANNOTATIONS);
		if (event.type !== "trial-end" || event.verdict === "pass") return "";
		seen += 1;
		return seen > MOST_ANNOTATIONS ? "" : annotation(event);
	};
}

function moreText(more: number): string {
	if (more <= 0) return "";
	return `${more === 1 ? "1 more trial failed or is" : `${more} more trials failed or are`} ungraded\n`;
}

function annotation(event: TrialEnd): string {
	const [level, verdict] = event.verdict === "fail" ? ["error", "failed"] : ["warning", "ungraded"];
	return `::${level} title=${escapeProperty(trialId(event.key))}::${escapeData(`${verdict}: ${whyOf(event)}`)}\n`;
}

/** What a model said must not become a command of the workflow. */
function escapeData(text: string): string {
	return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapeProperty(text: string): string {
	return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}

/** One event a line, for programs. */
export function jsonReporter(): Reporter {
	return (event) => {
		if (event.type === "batch-resume" || event.type === "batch-start" || event.type === "batch-end") return `${JSON.stringify(event)}\n`;
		const { caseId, ...key } = event.key;
		if (event.type === "trial-start") return `${JSON.stringify({ type: event.type, case: caseId, ...key })}\n`;
		const { verdict, stop, failed, message, workspace, wallMs } = event;
		return `${JSON.stringify({ type: event.type, case: caseId, ...key, verdict, stop, failed, message, workspace, wall_ms: wallMs })}\n`;
	};
}
