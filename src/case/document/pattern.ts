/** Answers that nobody would call right. */
const WRONG_ANSWERS = ["Nop.", "0", "-", "\u044f", "\u0000", "a\nb"] as const;
const MOST_CHARACTERS = 10_000;

export function isPattern(text: string): boolean {
	try {
		return text !== "" && new RegExp(text, "u") instanceof RegExp;
	} catch {
		return false;
	}
}

/** Whether a pattern finds itself in every answer that is not empty, so that it cannot fail. */
export function matchesAnything(text: string): boolean {
	const pattern = new RegExp(text, "u");
	return [...WRONG_ANSWERS, ...answersAgainst(text)].every((answer) => pattern.test(answer));
}

/** What the pattern itself may speak against: its words, and more characters than it counts. A repeated group might never end on them. */
function answersAgainst(text: string): readonly string[] {
	if (/\)[*+{]/.test(text)) return [];
	const counts = [...text.matchAll(/\{(?:\d+,)?(\d+)\}/g)].map(([, count]) => Number(count) + 1);
	return [text, ...counts.filter((count) => count <= MOST_CHARACTERS).map((count) => "-".repeat(count))];
}

/** Whether a pattern can match nothing at all: it asks for what never is, `(?!)` or `[]`, and has no other way. */
export function matchesNothing(text: string): boolean {
	const plain = text.replace(/\\./gsu, "x").replace(/\[\^?(?:[^\]])+\]/g, "x");
	return /^[^|()]*(?:\(\?!\)|\[\])(?![?*]|\{0)[^|]*$/.test(plain);
}
