import { didYouMean } from "../problem/did-you-mean.ts";

/** The keys of a map in a file. */
export type Vocabulary = {
	readonly known: readonly string[];
	/** Keys of the design that this version does not act on; `turn N` stands for any number. */
	readonly later: readonly string[];
	/** What to do about a key that people bring from elsewhere. */
	readonly hints: Readonly<Record<string, string>>;
};

/** What is wrong with a key that a map does not take: `what; remedy`. */
export function refusalOf(key: string, { known, later, hints }: Vocabulary): string {
	if (later.includes(key.replace(/^turn \d+$/, "turn N"))) return `"${key}" is not supported yet; take it out`;
	const hint = Object.hasOwn(hints, key) ? hints[key] : undefined;
	return `unknown key "${key}"; ${hint ?? didYouMean(key, known)}`;
}
