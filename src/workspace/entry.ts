import { sha256 } from "../core/digest.ts";
import { byteLength } from "../core/text.ts";
import type { WorkspaceEntry } from "./change.ts";
import { MOST_PATH_BYTES } from "./path-bound.ts";

const NOT_LOOKED_INTO = `[a folder that was not looked into: its path has more than ${MOST_PATH_BYTES} bytes]`;

/** Stands for a folder and all that is in it, whose changes are then not seen. */
export const UNSEEN_FOLDER: WorkspaceEntry = {
	kind: "file",
	executable: false,
	size: 0,
	sha256: sha256(NOT_LOOKED_INTO),
	target: NOT_LOOKED_INTO,
};

/** `target` is said without the place where this copy of the workspace happens to lie. */
export function linkEntry(target: string): WorkspaceEntry {
	return { kind: "link", executable: false, size: byteLength(target), sha256: sha256(target), target };
}
