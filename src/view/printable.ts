/** Text of a model or a program as a terminal may be given it: no control character but tab and newline, one that was there is shown. */
export function printable(text: string): string {
	return text.replace(/\r\n/g, "\n").replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, (character) => {
		if (character === "\n" || character === "\t") return character;
		return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
	});
}

/** The same on one line, at most `characters` long. */
export function printableLine(text: string, characters = 160): string {
	const line = printable(text).replace(/\s+/g, " ").trim();
	return line.length <= characters ? line : `${line.slice(0, characters - 1).toWellFormed()}…`;
}
