import { writeInside } from "../workspace/jail-write.ts";
import { aboutPath } from "./about.ts";
import { defineTool, type UnboundTool } from "./define.ts";
import { failure, success } from "./result.ts";
import { sayName } from "./say-name.ts";
import { argumentsOf, flag, text } from "./schema.ts";
import { readText } from "./text-file.ts";

type Edit = { readonly old: string; readonly new: string };

export const fsEdit: UnboundTool = defineTool({
	name: "fs_edit",
	description: "Replaces a piece of a text file. It must occur exactly once, unless all is true.",
	readOnly: false,
	schema: argumentsOf({
		path: text("The file, relative to the workspace."),
		old: text("The text to replace, exactly as the file has it.").min(1),
		new: text("The text to put in its place."),
		all: flag("Replace every occurrence.").default(false),
	}),
	about: aboutPath,
	run: async ({ jail }, { path, all, ...asked }) => {
		const read = await readText(jail, path);
		if (!read.ok) return failure(read.problem);
		const edit = withLineEndsOf(read.value, asked);
		const found = occurrences(read.value, edit.old);
		const fault = faultOf(edit, found, all ? Number.POSITIVE_INFINITY : 1);
		if (fault !== null) return failure(fault);
		const written = await writeInside(jail, path, read.value.split(edit.old).join(edit.new));
		return written.ok ? success(`Edited ${sayName(written.value)}`) : failure(written.problem);
	},
});

/** In a file that has only CRLF, a line end that a model writes as LF means that. */
function withLineEndsOf(content: string, edit: Edit): Edit {
	if (!content.includes("\n") || /(?<!\r)\n/.test(content)) return edit;
	const toCrlf = (piece: string): string => piece.replace(/\r?\n/g, "\r\n");
	return { old: toCrlf(edit.old), new: toCrlf(edit.new) };
}

/** Overlapping ones too: of those it is not clear which one is meant. */
function occurrences(content: string, piece: string): number {
	let count = 0;
	for (let at = content.indexOf(piece); at !== -1; at = content.indexOf(piece, at + 1)) count += 1;
	return count;
}

function faultOf(edit: Edit, found: number, most: number): string | null {
	if (found === 0) return "old: does not occur in the file";
	if (found > most) return `old: occurs ${found} times; give more of the text around it, or set all`;
	return edit.old === edit.new ? "new: is the same as old" : null;
}
