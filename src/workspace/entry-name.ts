import { isUtf8 } from "node:buffer";

/**
 * A file name as text, without loss: a byte that is no UTF-8 becomes `\xHH`, and so that nothing else reads like that, a
 * backslash becomes two.
 */
export function entryName(name: Buffer): string {
	if (isUtf8(name)) return name.toString("utf8").replaceAll("\\", "\\\\");
	let escaped = "";
	for (let at = 0; at < name.length; ) {
		const length = characterAt(name, at);
		escaped += length === 0 ? `\\x${name.toString("hex", at, at + 1)}` : entryName(name.subarray(at, at + length));
		at += Math.max(1, length);
	}
	return escaped;
}

/** The bytes of the character that begins here; 0 when none does. */
function characterAt(name: Buffer, at: number): number {
	return [1, 2, 3, 4].find((length) => at + length <= name.length && isUtf8(name.subarray(at, at + length))) ?? 0;
}
