export type Replacement = { readonly find: string; readonly replace: string };
export type Scrub = (text: string) => string;

/** Replaces all of many texts in one pass, the longest where several begin: what was put in is not looked at again. */
export function scrubber(replacements: readonly Replacement[]): Scrub {
	const { pattern, replaceBy } = compile(replacements);
	if (pattern === null) return (text) => text;
	return (text) => text.replace(pattern, (found) => replaceBy.get(found) ?? found);
}

type Compiled = { readonly pattern: RegExp | null; readonly replaceBy: ReadonlyMap<string, string> };

/** Each text once, with what was given first for it. */
function compile(replacements: readonly Replacement[]): Compiled {
	const replaceBy = new Map(replacements.toReversed().map(({ find, replace }) => [find, replace]));
	replaceBy.delete("");
	const finds = [...replaceBy.keys()].sort((a, b) => b.length - a.length);
	return { pattern: finds.length === 0 ? null : new RegExp(finds.map(literal).join("|"), "g"), replaceBy };
}

/** The same on a text that comes in pieces: what may be the beginning of something to replace is held back until it is known. */
export type ScrubStream = { readonly push: (piece: string) => string; readonly end: () => string };

export function scrubStream(replacements: readonly Replacement[]): ScrubStream {
	const { pattern, replaceBy } = compile(replacements);
	const longest = Math.max(1, ...replacements.map(({ find }) => find.length));
	let held = "";
	/** All that begins before `decided` has its longest match in the text by now. */
	const take = (decided: number): string => {
		let out = "";
		let at = 0;
		for (const match of pattern === null ? [] : held.matchAll(pattern)) {
			if (match.index >= decided) break;
			out += held.slice(at, match.index) + (replaceBy.get(match[0]) ?? match[0]);
			at = match.index + match[0].length;
		}
		const upTo = Math.max(at, decided);
		out += held.slice(at, upTo);
		held = held.slice(upTo);
		return out;
	};
	return {
		push: (piece) => {
			held += piece;
			return take(Math.max(0, held.length - longest + 1));
		},
		end: () => take(held.length),
	};
}

/** The same on bytes of any kind, as Latin-1 characters, so that none is changed by the way. */
export type ByteScrub = { readonly push: (chunk: Uint8Array) => Buffer; readonly end: () => Buffer };

export function byteScrub(replacements: readonly Replacement[]): ByteScrub {
	const stream = scrubStream(replacements.map(({ find, replace }) => ({ find: asLatin1(find), replace: asLatin1(replace) })));
	return {
		push: (chunk) => Buffer.from(stream.push(Buffer.from(chunk).toString("latin1")), "latin1"),
		end: () => Buffer.from(stream.end(), "latin1"),
	};
}

function asLatin1(text: string): string {
	return Buffer.from(text, "utf8").toString("latin1");
}

function literal(text: string): string {
	return text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}
