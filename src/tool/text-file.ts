import { isUtf8 } from "node:buffer";
import { type Jail, sayPath } from "../workspace/jail.ts";
import { readInside } from "../workspace/jail-read.ts";
import { type Reached, refused } from "../workspace/refusal.ts";

const LARGEST_BYTES = 10 * 1024 * 1024;

/** A file as text, its line ends and byte order mark as they are. */
export async function readText(jail: Jail, path: string): Promise<Reached<string>> {
	const read = await readInside(jail, path, LARGEST_BYTES);
	if (!read.ok) return read;
	const text = textOf(read.value);
	return text === null ? refused("wrong-kind", `${sayPath(jail, path)}: is binary, not UTF-8 text`) : { ok: true, value: text };
}

/** Null for what is no text: a zero byte, or bytes that are no UTF-8. */
export function textOf(bytes: Buffer): string | null {
	return bytes.includes(0) || !isUtf8(bytes) ? null : bytes.toString("utf8");
}
