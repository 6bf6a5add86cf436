import { expect } from "vitest";
import type { ToolResult } from "../../src/agent/tool.ts";
import type { Json } from "../../src/core/json.ts";
import { noIsolation } from "../../src/isolation/none.ts";
import { createTools, TOOLS } from "../../src/tool/registry.ts";
import { stageWorkspace } from "../../src/workspace/stage.ts";
import { tempFolder } from "../support/temp-folder.ts";

export type Bench = {
	readonly root: string;
	/** Runs a call that decodes. */
	readonly call: (name: string, args: Json, signal?: AbortSignal) => Promise<ToolResult>;
	readonly [Symbol.asyncDispose]: () => Promise<void>;
};

/** A staged workspace with these files, and every tool in it. */
export async function bench(files: Readonly<Record<string, string>> = {}): Promise<Bench> {
	await using fixture = await tempFolder(files);
	const workspace = await stageWorkspace({ fixture: fixture.path });
	const { root } = workspace;
	const tools = createTools({ root, sandbox: noIsolation.open(root) }, [...TOOLS.keys()]);
	return {
		root,
		call: async (name, args, signal = new AbortController().signal) => {
			const prepared = tools.find((tool) => tool.spec.name === name)?.prepare(args);
			if (prepared?.ok !== true) throw new Error(prepared?.problem ?? `no tool ${name}`);
			return await prepared.run(signal);
		},
		[Symbol.asyncDispose]: workspace.dispose,
	};
}

export function succeeds(content: string): unknown {
	return expect.objectContaining({ content, isError: false });
}

export function fails(content: string): unknown {
	return expect.objectContaining({ content, isError: true });
}
