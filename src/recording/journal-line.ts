import { sha256 } from "../core/digest.ts";
import { isJsonObject, type Json } from "../core/json.ts";
import { type JournalRecord, parseRecord } from "./journal-record.ts";
import { fromWire, toWire } from "./wire.ts";

const SUM = /^\{"sum":"([0-9a-f]{16})",/;

/** A record as its line: `{"sum":…,"seq":…,…}`, the sum over the text of all that follows it. */
export function encodeRecord(record: JournalRecord, seq: number): string {
	const body = JSON.stringify({ seq, ...(toWire(record) as object) });
	return `{"sum":"${checksum(body)}",${body.slice(1)}`;
}

/** Throws on a line that is not byte for byte what was written, or not in its place. */
export function decodeRecord(line: string, place: number): JournalRecord {
	const [start = "", sum] = SUM.exec(line) ?? [];
	const body = `{${line.slice(start.length)}`;
	if (sum !== checksum(body)) throw new Error("its checksum is wrong");
	const value = JSON.parse(body) as Json;
	if (!isJsonObject(value)) throw new Error("not an object");
	const { seq, ...record } = value;
	if (seq !== place) throw new Error(`expected seq ${place}`);
	return parseRecord(fromWire(record));
}

function checksum(body: string): string {
	return sha256(body).slice(0, 16);
}
