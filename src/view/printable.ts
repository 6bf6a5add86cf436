/** Text of a model or a program as a terminal may be given it: what controls it or cannot be seen is shown, but for tab and newline. */
export function printable(text: string): string {
	return text.replace(/\r\n/g, "\n").replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu, (character) => {
		if (character === "\n" || character === "\t") return character;
		return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
	});
}

/** The same on one line, at most `characters` long (UTF-16 code units). */
export function printableLine(text: string, characters = 160): string {
	const line = printable(text).replace(/\s+/g, " ").trim();
	return line.length <= characters ? line : `${line.slice(0, characters - 1).replace(HALF, "")}…`;
}

/** What a cut leaves of a character at the end. */
const HALF = /[\ud800-\udbff]$/;
