import { aboutPath } from "./about.ts";
import { defineTool, type UnboundTool } from "./define.ts";
import { failure, success } from "./result.ts";
import { argumentsOf, text, wholeNumber } from "./schema.ts";
import { readText } from "./text-file.ts";

const LINES = 2_000;
const MOST = 1_000_000;

export const fsRead: UnboundTool = defineTool({
	name: "fs_read",
	description: `Reads a text file, at most ${LINES} lines at a time.`,
	readOnly: true,
	schema: argumentsOf({
		path: text("The file, relative to the workspace."),
		offset: wholeNumber("The first line to read, counted from 1.", MOST).default(1),
		limit: wholeNumber("How many lines to read.", MOST).default(LINES),
	}),
	about: aboutPath,
	run: async ({ jail }, { path, offset, limit }) => {
		const read = await readText(jail, path);
		if (!read.ok) return failure(read.problem);
		const lines = linesOf(read.value);
		if (offset > Math.max(1, lines.length)) return failure(`offset: the file has ${lines.length} lines`);
		return success(part(lines, offset, limit));
	},
});

/** Each with its line end, so that joined they are the file. */
function linesOf(content: string): readonly string[] {
	return content.match(/[^\n]*\n|[^\n]+/g) ?? [];
}

function part(lines: readonly string[], offset: number, limit: number): string {
	if (lines.length === 0) return "[empty]";
	const last = Math.min(lines.length, offset - 1 + limit);
	const shown = lines.slice(offset - 1, last).join("");
	return last === lines.length ? shown : `${shown}[lines ${offset} to ${last} of ${lines.length}; go on with offset ${last + 1}]`;
}
