/** No word of a command line can begin with it. */
const MARK = "\0";

/** A word that is a name whatever it begins with, marked so that yargs takes it for one. */
export function asName(word: string): string {
	return word.startsWith("-") ? `${MARK}${word}` : word;
}

export function withoutMark(word: string): string {
	return word.startsWith(MARK) ? word.slice(MARK.length) : word;
}
