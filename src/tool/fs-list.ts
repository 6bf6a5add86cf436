import { type Scrub, scrubber } from "../core/scrub.ts";
import { placesOf } from "../isolation/places.ts";
import { listInside, type TreeEntry } from "../workspace/jail-tree.ts";
import { aboutPath } from "./about.ts";
import { defineTool, type UnboundTool } from "./define.ts";
import { failure, success } from "./result.ts";
import { QUOTED_NAMES, sayBytes, sayName } from "./say-name.ts";
import { argumentsOf, text, wholeNumber } from "./schema.ts";

export const fsList: UnboundTool = defineTool({
	name: "fs_list",
	description: `Lists a folder: sorted, folders end in /, links are shown as name -> target and not followed. ${QUOTED_NAMES}`,
	readOnly: true,
	schema: argumentsOf({
		path: text("The folder, relative to the workspace.").default("."),
		depth: wholeNumber("How many levels to list.", 100).default(1),
	}),
	about: aboutPath,
	run: async ({ jail, root }, { path, depth }, signal) => {
		const listed = await listInside(jail, path, { depth, enters: () => true, signal });
		if (!listed.ok) return failure(listed.problem);
		const scrub = scrubber(placesOf(root));
		return success(listed.value.length === 0 ? "[empty]" : listed.value.map((entry) => lineOf(entry, scrub)).join("\n"));
	},
});

function lineOf({ name, path, kind, target }: TreeEntry, scrub: Scrub): string {
	const said = path === null ? sayBytes(name) : sayName(name);
	if (kind === "folder") return `${said}/`;
	if (kind === "link") return `${said} -> ${sayName(scrub(target ?? ""))}`;
	return kind === "file" ? said : `${said} [no regular file]`;
}
