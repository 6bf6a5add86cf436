import type { Tool } from "./tool.ts";

/** Tools bound to one workspace. */
export type ToolSet = {
	/** The workspace; null where the tools touch none. */
	readonly root: string | null;
	/** In the order in which they are offered. */
	readonly all: readonly Tool[];
	/** The same tools bound to another workspace. */
	readonly rooted: (root: string) => ToolSet;
};

/** Tools that touch no workspace: the same wherever they stand. */
export function freeTools(all: readonly Tool[]): ToolSet {
	return { root: null, all, rooted: (root) => ({ ...freeTools(all), root }) };
}

/** Tools that are made for a workspace. */
export function toolsAt(root: string, make: (root: string) => readonly Tool[]): ToolSet {
	return { root, all: make(root), rooted: (other) => toolsAt(other, make) };
}
