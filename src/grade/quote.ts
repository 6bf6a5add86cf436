/** C0, C1 and the controls that turn the direction of text. White space is folded before. */
const CONTROLS = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
const MAX_CHARACTERS = 120;

/** Somebody's text as one line that no terminal obeys. */
export function plainLine(text: string): string {
	return text.toWellFormed().replace(/\s+/g, " ").trim().replace(CONTROLS, "\ufffd");
}

/** The same in 120 characters at most: as a check may show what a model or a case wrote. */
export function oneLine(text: string): string {
	const line = plainLine(text);
	const characters = [...line.slice(0, 2 * MAX_CHARACTERS + 2)];
	if (characters.length <= MAX_CHARACTERS) return line;
	return `${characters.slice(0, MAX_CHARACTERS - 1).join("")}…`;
}

export function quoted(text: string): string {
	return `"${oneLine(text)}"`;
}
