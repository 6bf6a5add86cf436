import { createHash } from "node:crypto";
import { messageOf, UsageError } from "../core/error.ts";
import { isJsonObject, type Json } from "../core/json.ts";
import type { RecordingLine } from "./line.ts";
import { type FileLine, readLines } from "./lines.ts";
import { parseLine } from "./schema.ts";
import { fromWire } from "./wire.ts";

/**
 * The lines of a recording, one at a time. Throws a UsageError where there is none, at the first line that is torn, out of
 * order or unknown, and at the end when the bytes are not those of `sha256` (null: any will do).
 */
export async function* readRecording(path: string, sha256: string | null): AsyncGenerator<RecordingLine> {
	const hash = createHash("sha256");
	let seq = 0;
	for await (const { text, isWhole } of presentLines(path)) {
		hash.update(isWhole ? `${text}\n` : text);
		yield decodeLine(text, { path, seq });
		seq += 1;
	}
	if (sha256 !== null && hash.digest("hex") !== sha256) throw notARecording(path, null, "it was changed after it had been written");
}

async function* presentLines(path: string): AsyncGenerator<FileLine> {
	try {
		yield* readLines(path);
	} catch (error) {
		if (error instanceof Error && "code" in error && error.code === "ENOENT") throw notARecording(path, null, "it is gone");
		throw error;
	}
}

function decodeLine(text: string, { path, seq: expected }: { readonly path: string; readonly seq: number }): RecordingLine {
	try {
		const value = JSON.parse(text) as Json;
		if (!isJsonObject(value)) throw new Error("not an object");
		const { seq, ...line } = value;
		if (seq !== expected) throw new Error(`expected seq ${expected}`);
		return parseLine(fromWire(line));
	} catch (error) {
		throw notARecording(path, expected + 1, messageOf(error));
	}
}

function notARecording(file: string, line: number | null, why: string): UsageError {
	const what = `not a recording as it was written: ${why}`;
	return new UsageError([{ file, line, column: null, what, remedy: "restore the file, or run the trial again" }]);
}
