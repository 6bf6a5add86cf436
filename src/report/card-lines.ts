import { createReadStream } from "node:fs";

/** A piece of a file and the line at which it begins, from 1. */
export type Passage = { readonly line: number; readonly text: string };

const TRIALS = '  "trials":';

/** What is no card at all, or only the beginning of one. */
class TornCardError extends Error {}

/** The aggregates of a card as JSON text, without its trials. */
export async function readHeadText(path: string): Promise<Passage> {
	const lines: string[] = [];
	for await (const { text } of linesOf(path)) {
		if (text.startsWith(TRIALS)) return { line: 1, text: `${withoutComma(lines.join("\n"))}\n}` };
		lines.push(text);
	}
	throw new TornCardError("it has no trials");
}

/**
 * The JSON text of one trial after the other. They are told apart by the indent that `writeScorecard` gives them, which no
 * string can imitate: JSON holds no line break in a string.
 */
export async function* readRowTexts(path: string): AsyncGenerator<Passage> {
	let open: Passage | null = null;
	for await (const { line, text } of trialLines(path)) {
		const passage: Passage = open === null ? { line, text } : { line: open.line, text: `${open.text}\n${text}` };
		const closes = withoutComma(text) === "    }";
		if (closes) yield { ...passage, text: withoutComma(passage.text) };
		open = closes ? null : passage;
	}
	if (open !== null) throw new TornCardError(`the trial at line ${open.line} does not end`);
}

async function* trialLines(path: string): AsyncGenerator<Passage> {
	let inside = false;
	for await (const passage of linesOf(path)) {
		if (passage.text === `${TRIALS} []` || (inside && passage.text === "  ]")) return;
		if (inside) yield passage;
		inside ||= passage.text === `${TRIALS} [`;
	}
	throw new TornCardError("it ends among the trials");
}

async function* linesOf(path: string): AsyncGenerator<Passage> {
	let line = 0;
	let rest = "";
	for await (const chunk of createReadStream(path, "utf8")) {
		const lines = `${rest}${chunk}`.split("\n");
		rest = lines.pop() ?? "";
		for (const text of lines) {
			line += 1;
			yield { line, text: text.replace(/\r$/, "") };
		}
	}
	if (rest !== "") yield { line: line + 1, text: rest };
}

function withoutComma(text: string): string {
	return text.replace(/,$/, "");
}
