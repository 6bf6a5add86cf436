import { createReadStream } from "node:fs";

/** A line of a file; `isWhole` is false of what stands after the last newline. */
export type FileLine = { readonly text: string; readonly isWhole: boolean };

/** Lines end at `\n` alone: from Node 24 on, `readline` also ends one at U+2028, which JSON leaves in its strings. */
export async function* readLines(path: string): AsyncGenerator<FileLine> {
	let open: string[] = [];
	for await (const chunk of createReadStream(path, "utf8")) {
		const [end, ...others] = String(chunk).split("\n");
		open.push(end ?? "");
		for (const begin of others) {
			yield { text: open.join(""), isWhole: true };
			open = [begin];
		}
	}
	const rest = open.join("");
	if (rest !== "") yield { text: rest, isWhole: false };
}
