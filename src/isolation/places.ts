import { dirname, join } from "node:path";
import type { Replacement } from "../core/scrub.ts";
import type { Command } from "./command.ts";
import { INSIDE_NAMES } from "./inside.ts";

/** Folders beside a workspace, so that what tools leave in them shows in no diff. */
export type PrivateFolders = { readonly home: string; readonly tmp: string };

export function privateFolders(workspace: string): PrivateFolders {
	const parent = dirname(workspace);
	return { home: join(parent, "home"), tmp: join(parent, "tmp") };
}

/** Those of graders: what an agent left in its own home (`.npmrc`, `.gitconfig`) shows in no diff and may not speak for it. */
export function graderFolders(workspace: string): PrivateFolders {
	const parent = dirname(workspace);
	return { home: join(parent, "grader-home"), tmp: join(parent, "grader-tmp") };
}

export function foldersOf(workspace: string, as: Command["as"]): PrivateFolders {
	return as === "agent" ? privateFolders(workspace) : graderFolders(workspace);
}

/** A trial's places by the names that its commands know them by: where they lie is chance. */
export function placesOf(workspace: string): readonly Replacement[] {
	const { home, tmp } = privateFolders(workspace);
	const grader = graderFolders(workspace);
	return [
		{ find: workspace, replace: "$WORKSPACE" },
		{ find: home, replace: "$HOME" },
		{ find: tmp, replace: "$TMPDIR" },
		{ find: grader.home, replace: "$HOME" },
		{ find: grader.tmp, replace: "$TMPDIR" },
		{ find: dirname(workspace), replace: "$TRIAL" },
		...INSIDE_NAMES,
	];
}
