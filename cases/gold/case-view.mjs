/** The prompts of a case, in order. */
export function promptsOf({ doc }) {
	return [doc.prompt].flat();
}

/** The oracle's calls, in order: `{tool, args}`. */
export function callsOf({ doc }) {
	return doc.oracle
		.flat()
		.flatMap((step) => Object.entries(step))
		.filter(([tool]) => tool !== "say")
		.map(([tool, args]) => ({ tool, args }));
}

/** What the oracle says at the end of each turn. */
export function answersOf({ doc }) {
	return doc.oracle.flatMap((step) => (Array.isArray(step) || step.say === undefined ? [] : [step.say]));
}

/** Every string and number inside a value, as text. */
export function textsOf(value) {
	if (typeof value === "object" && value !== null) return Object.values(value).flatMap(textsOf);
	return [String(value)];
}

/** As the graders see a text: DESIGN takes mecha's normalisation (lower case, no markup, no thousands commas, one space). */
export function normalise(text) {
	return text
		.toLowerCase()
		.replaceAll(/[*_`#]/g, "")
		.replaceAll(/(?<=\d),(?=\d)/g, "")
		.replaceAll(/\s+/g, " ")
		.trim();
}

/** Whether an answer meets what a case expects of the text. */
export function acceptsText({ doc: { expect } }, answer) {
	const text = normalise(answer);
	const holds = (needle) => text.includes(normalise(needle));
	return (
		(expect.contains ?? []).every(holds) &&
		(expect.contains_any === undefined || expect.contains_any.some(holds)) &&
		!(expect.not_contains ?? []).some(holds) &&
		!(expect.not_matches ?? []).some((pattern) => new RegExp(pattern, "u").test(answer))
	);
}
