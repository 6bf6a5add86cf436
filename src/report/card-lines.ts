import { createReadStream } from "node:fs";

/** A piece of a file and the line at which it begins, from 1. */
export type Passage = { readonly line: number; readonly text: string };

const TRIALS = '  "trials":';

/** What is no card at all, or only the beginning of one. */
class TornCardError extends Error {}

/** The aggregates of a card as JSON text, without its trials. */
export async function readHeadText(path: string): Promise<Passage> {
	const head: string[] = [];
	for await (const lines of linesOf(path)) {
		const end = lines.findIndex((line) => line.startsWith(TRIALS));
		head.push(...lines.slice(0, end === -1 ? lines.length : end));
		if (end !== -1) return { line: 1, text: `${withoutComma(head.join("\n"))}\n}` };
	}
	throw new TornCardError("it has no trials");
}

/**
 * The JSON text of one trial after the other. They are told apart by the indent that `writeScorecard` gives them, which no
 * string can imitate: JSON holds no line break in a string.
 */
export async function* readRowTexts(path: string): AsyncGenerator<Passage> {
	const splitter = splitRows();
	for await (const lines of linesOf(path)) {
		for (const line of lines) {
			const row = splitter.take(line);
			if (row !== null) yield row;
		}
	}
	splitter.close();
}

type Splitter = { readonly take: (text: string) => Passage | null; readonly close: () => void };

function splitRows(): Splitter {
	let section: "head" | "trials" | "end" = "head";
	let line = 0;
	let open: string[] = [];
	return {
		take: (text) => {
			line += 1;
			if (section === "trials") open.push(text);
			if (section === "head") section = sectionAfter(text);
			else if (text === "  ]" && open.length === 1) section = "end";
			if (section !== "trials" || withoutComma(text) !== "    }") return null;
			const row = { line: line - open.length + 1, text: withoutComma(open.join("\n")) };
			open = [];
			return row;
		},
		close: () => {
			if (section !== "end") throw new TornCardError("it ends among the trials");
		},
	};
}

function sectionAfter(text: string): "head" | "trials" | "end" {
	if (!text.startsWith(TRIALS)) return "head";
	return text === `${TRIALS} []` ? "end" : "trials";
}

/** The whole lines of a file, by the chunk: a promise for each would cost more than the line. */
async function* linesOf(path: string): AsyncGenerator<readonly string[]> {
	let rest = "";
	for await (const chunk of createReadStream(path, "utf8")) {
		const lines = `${rest}${chunk}`.split("\n");
		rest = lines.pop() ?? "";
		yield lines.map(withoutReturn);
	}
}

function withoutReturn(line: string): string {
	return line.endsWith("\r") ? line.slice(0, -1) : line;
}

function withoutComma(text: string): string {
	return text.endsWith(",") ? text.slice(0, -1) : text;
}
