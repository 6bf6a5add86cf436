import { Buffer } from "node:buffer";
import { type Scrub, scrubber } from "../core/scrub.ts";
import { placesOf } from "../isolation/places.ts";
import { listInside, type TreeEntry } from "../workspace/jail-tree.ts";
import { aboutPath } from "./about.ts";
import { defineTool, type UnboundTool } from "./define.ts";
import { failure, success } from "./result.ts";
import { argumentsOf, text, wholeNumber } from "./schema.ts";

export const fsList: UnboundTool = defineTool({
	name: "fs_list",
	description:
		"Lists a folder: sorted, folders end in /, links are shown as name -> target and not followed. A name in quotes is written as in JSON: pass it as it stands.",
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
	const said = path === null ? name.replace(UNSEEN, asBytes) : sayName(name);
	if (kind === "folder") return `${said}/`;
	if (kind === "link") return `${said} -> ${sayName(scrub(target ?? ""))}`;
	return kind === "file" ? said : `${said} [no regular file]`;
}

/** What would read as several entries, as another kind of one, or as nothing. */
const MISLEADING = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\\]|^["\s]|\s$| -> |^\[empty\]$| \[no regular file\]$/u;
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** A name as it is, or as the JSON text that means it: the arguments of a call are JSON, so both can be passed as they stand. */
function sayName(name: string): string {
	return MISLEADING.test(name) ? JSON.stringify(name).replace(UNSEEN, asUnits) : name;
}

function asUnits(character: string): string {
	return Array.from({ length: character.length }, (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, "0")}`).join("");
}

/** As the bytes are written that are no text: such a name cannot be passed at all. */
function asBytes(character: string): string {
	return [...Buffer.from(character)].map((byte) => `\\x${byte.toString(16).padStart(2, "0")}`).join("");
}
