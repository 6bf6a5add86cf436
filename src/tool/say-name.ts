import { Buffer } from "node:buffer";

/** What would read as several entries, as another kind of one, as a line of another file, or as nothing. */
const MISLEADING = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\\]|^["\s]|\s$| -> |:\d+: |^\[empty\]$| \[no regular file\]$/u;
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Said of every tool that shows names. */
export const QUOTED_NAMES = "A name in quotes is written as in JSON: pass it as it stands.";

/** A name as it is, or as the JSON text that means it: the arguments of a call are JSON, so both can be passed as they stand. */
export function sayName(name: string): string {
	return MISLEADING.test(name) ? JSON.stringify(name).replace(UNSEEN, asUnits) : name;
}

/** A name that is no text, and so cannot be passed at all: what cannot be seen of it, as the bytes that are no text are written. */
export function sayBytes(name: string): string {
	return name.replace(UNSEEN, asBytes);
}

function asUnits(character: string): string {
	return Array.from({ length: character.length }, (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, "0")}`).join("");
}

function asBytes(character: string): string {
	return [...Buffer.from(character)].map((byte) => `\\x${byte.toString(16).padStart(2, "0")}`).join("");
}
