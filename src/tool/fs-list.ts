import { type Scrub, scrubber } from "../core/scrub.ts";
import { listInside, type TreeEntry } from "../workspace/jail-tree.ts";
import { defineTool, type UnboundTool } from "./define.ts";
import { failure, success } from "./result.ts";
import { argumentsOf, text, wholeNumber } from "./schema.ts";

export const fsList: UnboundTool = defineTool({
	name: "fs_list",
	description: "Lists a folder: sorted, folders end in /, links are shown as name -> target and not followed.",
	readOnly: true,
	schema: argumentsOf({
		path: text("The folder, relative to the workspace.").default("."),
		depth: wholeNumber("How many levels to list.", 100).default(1),
	}),
	run: async ({ jail, names }, { path, depth }, signal) => {
		const listed = await listInside(jail, path, { depth, enters: () => true, signal });
		if (!listed.ok) return failure(listed.problem);
		return success(listed.value.length === 0 ? "[empty]" : listed.value.map((entry) => lineOf(entry, scrubber(names))).join("\n"));
	},
});

function lineOf({ name, kind, target }: TreeEntry, scrub: Scrub): string {
	if (kind === "folder") return `${name}/`;
	if (kind === "link") return `${name} -> ${scrub(target ?? "")}`;
	return kind === "file" ? name : `${name} [no regular file]`;
}
