import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { messageOf } from "../core/error.ts";
import { isJsonObject, type Json } from "../core/json.ts";
import type { RecordingLine } from "./line.ts";
import { parseLine } from "./schema.ts";
import { fromWire } from "./wire.ts";

/** A recording that is not what it should be: where, and what is wrong. */
export class RecordingError extends Error {}

/** The lines of a recording, one at a time. Throws RecordingError at the first line that is torn, out of order or unknown. */
export async function* readRecording(path: string): AsyncGenerator<RecordingLine> {
	let seq = 0;
	for await (const text of createInterface({ input: createReadStream(path, "utf8"), crlfDelay: Number.POSITIVE_INFINITY })) {
		yield decodeLine(text, { path, seq });
		seq += 1;
	}
}

function decodeLine(text: string, place: { readonly path: string; readonly seq: number }): RecordingLine {
	try {
		const value = JSON.parse(text) as Json;
		if (!isJsonObject(value)) throw new Error("not an object");
		const { seq, ...line } = value;
		if (seq !== place.seq) throw new Error(`expected seq ${place.seq}`);
		return parseLine(fromWire(line));
	} catch (error) {
		throw new RecordingError(`${place.path}:${place.seq + 1}: not a line of a recording: ${messageOf(error)}`);
	}
}
