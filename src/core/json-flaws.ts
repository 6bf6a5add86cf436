/** What is wrong with a JSON text that `JSON.parse` takes without a word, at an offset in it. */
export type JsonFlaw =
	| { readonly kind: "duplicate-key"; readonly offset: number; readonly key: string }
	| { readonly kind: "too-deep"; readonly offset: number };

/** `around` has the keys of each map around a place so far, and null for each list. */
type Scan = { readonly text: string; readonly around: (Set<string> | null)[]; readonly flaws: JsonFlaw[] };

const KEY_END = /[ \t\r\n]*:/y;

/** The duplicate keys of a valid JSON text, in its order; behind the first place below so many levels, the last flaw, it is not read. */
export function jsonFlaws(text: string, mostLevels: number): readonly JsonFlaw[] {
	const scan: Scan = { text, around: [], flaws: [] };
	for (let at = 0; at < text.length; at = passToken(scan, at)) {
		if (scan.around.length > mostLevels) return [...scan.flaws, { kind: "too-deep", offset: at - 1 }];
	}
	return scan.flaws;
}

/** Takes in what stands at an offset; the offset behind it. */
function passToken({ text, around, flaws }: Scan, at: number): number {
	switch (text[at]) {
		case '"':
			return passString({ text, around, flaws }, at);
		case "{":
			around.push(new Set());
			return at + 1;
		case "[":
			around.push(null);
			return at + 1;
		case "}":
		case "]":
			around.pop();
			return at + 1;
		default:
			return at + 1;
	}
}

function passString({ text, around, flaws }: Scan, at: number): number {
	const end = endOfString(text, at);
	const keys = around.at(-1) ?? null;
	if (keys === null || !isKey(text, end)) return end;
	const quoted = text.slice(at, end);
	// Two spellings of one key, such as `a` and `\u0061`, are one.
	const key: string = quoted.includes("\\") ? JSON.parse(quoted) : quoted.slice(1, -1);
	if (keys.has(key)) flaws.push({ kind: "duplicate-key", offset: at, key });
	keys.add(key);
	return end;
}

function isKey(text: string, end: number): boolean {
	KEY_END.lastIndex = end;
	return KEY_END.test(text);
}

function endOfString(text: string, start: number): number {
	let end = text.indexOf('"', start + 1);
	while (isEscaped(text, end)) end = text.indexOf('"', end + 1);
	return end + 1;
}

function isEscaped(text: string, at: number): boolean {
	let before = at - 1;
	while (text[before] === "\\") before -= 1;
	return (at - before) % 2 === 0;
}
