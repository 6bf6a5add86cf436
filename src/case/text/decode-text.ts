import { Buffer } from "node:buffer";
import { readFile } from "node:fs/promises";
import type { Problem } from "../../core/error.ts";
import { type Checked, fileProblem } from "../problem/problems.ts";

/** A file, and how messages name it: relative to where the user stands. */
export type SourceFile = { readonly path: string; readonly shown: string };

/** The text of a file; a byte order mark is taken off. */
export async function readText(file: SourceFile): Promise<Checked<string>> {
	try {
		return decodeText(await readFile(file.path), file.shown);
	} catch (error) {
		const reason = error instanceof Error && "code" in error ? ` (${error.code})` : "";
		return { ok: false, problems: [fileProblem(file.shown, `cannot be read${reason}`, "check that it is there and may be read")] };
	}
}

/** Bytes as UTF-8 text. Bytes that are none, and NUL bytes, are refused: they are another encoding, or no text at all. */
export function decodeText(bytes: Uint8Array, shown: string): Checked<string> {
	const nul = bytes.indexOf(0);
	if (nul !== -1) return refuse(bytes, nul, { shown, what: "holds a NUL byte" });
	try {
		return { ok: true, value: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
	} catch {
		return refuse(bytes, firstBadByte(bytes), { shown, what: "is not valid UTF-8" });
	}
}

function refuse(bytes: Uint8Array, offset: number, { shown, what }: { shown: string; what: string }): Checked<string> {
	const before = Buffer.from(bytes.subarray(0, offset)).toString("utf8").split("\n");
	const column = (before.at(-1)?.length ?? 0) + 1;
	const problem: Problem = { file: shown, line: before.length, column, what, remedy: "save it as UTF-8 text" };
	return { ok: false, problems: [problem] };
}

/** Encoding what a lenient decoder makes of the bytes gives them back up to the first bad one. */
function firstBadByte(bytes: Uint8Array): number {
	const again = Buffer.from(Buffer.from(bytes).toString("utf8"), "utf8");
	const offset = bytes.findIndex((byte, at) => byte !== again[at]);
	return offset === -1 ? 0 : offset;
}
