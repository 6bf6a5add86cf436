import { closeSync, openSync, readSync } from "node:fs";
import { StringDecoder } from "node:string_decoder";

/** A line of a file; `isWhole` is false of what stands after the last newline. */
export type FileLine = { readonly text: string; readonly isWhole: boolean };

// One for all: what is read into it has been decoded before anything else can run.
const block = Buffer.allocUnsafe(64 * 1024);

/** Lines end at `\n` alone: from Node 24 on, `readline` also ends one at U+2028, which JSON leaves in its strings. */
export async function* readLines(path: string): AsyncGenerator<FileLine> {
	let open: string[] = [];
	for (const chunk of readChunks(path)) {
		const [end, ...others] = chunk.split("\n");
		open.push(end ?? "");
		for (const begin of others) {
			yield { text: open.join(""), isWhole: true };
			open = [begin];
		}
	}
	const rest = open.join("");
	if (rest !== "") yield { text: rest, isWhole: false };
}

/** Without a stream: a card reads a small file for every trial, and a stream takes longer to set up than the file to read. */
function* readChunks(path: string): Generator<string> {
	const file = openSync(path, "r");
	const decoder = new StringDecoder("utf8");
	try {
		for (let bytes = readSync(file, block); bytes > 0; bytes = readSync(file, block)) yield decoder.write(block.subarray(0, bytes));
		yield decoder.end();
	} finally {
		closeSync(file);
	}
}
