import { byteLength } from "../core/text.ts";
import { writeInside } from "../workspace/jail-write.ts";
import { aboutPath } from "./about.ts";
import { defineTool, type UnboundTool } from "./define.ts";
import { failure, success } from "./result.ts";
import { sayName } from "./say-name.ts";
import { argumentsOf, text } from "./schema.ts";

export const fsWrite: UnboundTool = defineTool({
	name: "fs_write",
	description: "Writes a text file, replacing what it held; makes the folders that it needs.",
	readOnly: false,
	schema: argumentsOf({
		path: text("The file, relative to the workspace."),
		content: text("All that the file shall hold."),
	}),
	about: aboutPath,
	run: async ({ jail }, { path, content }) => {
		const written = await writeInside(jail, path, content);
		return written.ok ? success(`Wrote ${byteLength(content)} bytes to ${sayName(written.value)}`) : failure(written.problem);
	},
});
