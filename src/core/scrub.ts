export type Replacement = { readonly find: string; readonly replace: string };
export type Scrub = (text: string) => string;

/** Replaces all of many texts in one pass, the longest where several begin: what was put in is not looked at again. */
export function scrubber(replacements: readonly Replacement[]): Scrub {
	const given = replacements.filter(({ find }) => find !== "").toSorted((a, b) => b.find.length - a.find.length);
	if (given.length === 0) return (text) => text;
	const replaceBy = new Map(given.toReversed().map(({ find, replace }) => [find, replace]));
	const pattern = new RegExp(given.map(({ find }) => literal(find)).join("|"), "g");
	return (text) => text.replace(pattern, (found) => replaceBy.get(found) ?? found);
}

/** The same on a text that comes in pieces: what may be the beginning of something to replace is held back until it is known. */
export type ScrubStream = { readonly push: (piece: string) => string; readonly end: () => string };

export function scrubStream(replacements: readonly Replacement[]): ScrubStream {
	const scrub = scrubber(replacements);
	const reach = Math.max(0, ...replacements.map(({ find }) => find.length - 1));
	let held = "";
	const take = (): string => {
		const text = held;
		held = "";
		return text;
	};
	return {
		push: (piece) => {
			const text = scrub(held + piece);
			const safe = Math.max(0, text.length - reach);
			held = text.slice(safe);
			return text.slice(0, safe);
		},
		end: take,
	};
}

function literal(text: string): string {
	return text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}
