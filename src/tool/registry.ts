import type { Tool, ToolSpec } from "../agent/tool.ts";
import { type ToolSet, toolsAt } from "../agent/tool-set.ts";
import { by } from "../core/order.ts";
import { jailAt } from "../workspace/jail.ts";
import { askUser } from "./ask-user.ts";
import type { UnboundTool } from "./define.ts";
import { fsEdit } from "./fs-edit.ts";
import { fsList } from "./fs-list.ts";
import { fsRead } from "./fs-read.ts";
import { fsSearch } from "./fs-search.ts";
import { fsWrite } from "./fs-write.ts";
import { shell } from "./shell.ts";
import type { ToolWorkspace } from "./tool-workspace.ts";

/** Every tool there is, by name: what a loader needs to know of them. */
export const TOOLS: ReadonlyMap<string, UnboundTool> = new Map(
	[askUser, fsEdit, fsList, fsRead, fsSearch, fsWrite, shell].map((tool) => [tool.spec.name, tool]),
);

/** The tools of one trial, bound to its workspace and ready to be bound to another one. The names have been checked at load. */
export function toolsIn(workspace: ToolWorkspace, workspaceAt: (root: string) => ToolWorkspace, names: readonly string[]): ToolSet {
	return toolsAt(workspace.root, (root) => createTools(root === workspace.root ? workspace : workspaceAt(root), names));
}

/** Sorted by name. */
export function createTools(workspace: ToolWorkspace, names: readonly string[]): readonly Tool[] {
	const bound = { jail: jailAt(workspace.root), ...workspace };
	return named(names).map((tool) => tool.bind(bound));
}

/** What a model is told of these tools, sorted by name. */
export function toolSpecs(names: readonly string[]): readonly ToolSpec[] {
	return named(names).map((tool) => tool.spec);
}

function named(names: readonly string[]): readonly UnboundTool[] {
	return [...new Set(names)].map(find).sort(by((tool) => tool.spec.name));
}

function find(name: string): UnboundTool {
	const tool = TOOLS.get(name);
	if (tool === undefined) throw new Error(`there is no tool ${name}`);
	return tool;
}
