import type { ToolResult } from "../agent/tool.ts";
import { messageOf } from "../core/error.ts";
import { type GlobFault, globFault, MOST_ALTERNATIVES, MOST_GLOB_CHARACTERS } from "../core/glob.ts";
import { aboutPath } from "./about.ts";
import { type BoundWorkspace, defineTool, type UnboundTool } from "./define.ts";
import { matchLines } from "./match-worker.ts";
import { failure, success } from "./result.ts";
import { QUOTED_NAMES, sayName } from "./say-name.ts";
import { argumentsOf, text, wholeNumber } from "./schema.ts";
import { filesBelow, readTexts, type SearchedFile } from "./search-files.ts";

const LIMIT = 200;
/** Files that are read and matched at a time. */
const BATCH = 64;

/** Names in a workspace are a model's choice, and so is the glob. */
const GLOB_FAULTS: Readonly<Record<GlobFault, string>> = {
	group: "has a group such as (a|b), +(a) or [a]+; write {a,b}, and \\( for a parenthesis",
	length: `has more than ${MOST_GLOB_CHARACTERS} characters; write a shorter one`,
	alternatives: `stands for more than ${MOST_ALTERNATIVES} globs; search for fewer at a time`,
	stars: "would take for ever on a long name; keep to 3 * in a name and 3 ** in all, fewer where both meet",
};

type Search = { readonly pattern: string; readonly limit: number; readonly signal: AbortSignal };

export const fsSearch: UnboundTool = defineTool({
	name: "fs_search",
	description: `Searches text files for lines that match a regular expression. Leaves out binary files, files above 1 MiB, .git and node_modules (unless path is in one). ${QUOTED_NAMES}`,
	readOnly: true,
	schema: argumentsOf({
		pattern: text("A JavaScript regular expression, read with the u flag, matched line by line.").min(1),
		path: text("The folder or file to search, relative to the workspace.").default("."),
		glob: text("Only files whose path matches, e.g. *.ts or src/**/*.md.").min(1).optional(),
		limit: wholeNumber("The most lines to give.", 10_000).default(LIMIT),
	}),
	about: aboutPath,
	run: async ({ jail }, { pattern, path, glob = null, limit }, signal) => {
		const fault = patternFault(pattern) ?? (glob === null ? null : faultOfGlob(glob));
		if (fault !== null) return failure(fault);
		const files = await filesBelow(jail, { path, glob, signal });
		return files.ok ? await search(jail, files.value, { pattern, limit, signal }) : failure(files.problem);
	},
});

async function search(
	jail: BoundWorkspace["jail"],
	files: readonly SearchedFile[],
	{ pattern, limit, signal }: Search,
): Promise<ToolResult> {
	const lines: string[] = [];
	for (let at = 0; at < files.length && lines.length <= limit; at += BATCH) {
		const texts = await readTexts(jail, files.slice(at, at + BATCH));
		// One more than asked for tells whether there are more.
		const reply = await matchLines({ pattern, texts: texts.map(({ content }) => content), limit: limit + 1 - lines.length }, signal);
		if (reply.kind === "cancelled") return failure("[cancelled]");
		if (reply.kind === "timed-out") return failure("pattern: takes too long to match; make it simpler or narrow the search");
		lines.push(...reply.hits.map((hit) => `${sayName(texts[hit.text]?.name ?? "")}:${hit.line}: ${hit.content}`));
	}
	return success(format(lines, limit));
}

function format(lines: readonly string[], limit: number): string {
	if (lines.length === 0) return "[no matches]";
	if (lines.length <= limit) return lines.join("\n");
	return `${lines.slice(0, limit).join("\n")}\n[more than ${limit} lines match; narrow the search or raise limit]`;
}

function patternFault(pattern: string): string | null {
	try {
		new RegExp(pattern, "u");
		return null;
	} catch (error) {
		return `pattern: ${messageOf(error)}`;
	}
}

function faultOfGlob(glob: string): string | null {
	const fault = globFault(glob);
	return fault === null ? null : `glob: ${GLOB_FAULTS[fault]}`;
}
