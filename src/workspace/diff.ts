import { digest } from "../core/digest.ts";
import { by } from "../core/order.ts";
import type { Manifest, WorkspaceChange, WorkspaceEntry } from "./change.ts";

/** What was added, removed or is no longer the same, sorted by path. */
export function diffManifests(before: Manifest, after: Manifest): readonly WorkspaceChange[] {
	const paths = new Set([...before.keys(), ...after.keys()]);
	return [...paths]
		.map((path) => ({ path, before: before.get(path) ?? null, after: after.get(path) ?? null }))
		.filter((change) => !same(change.before, change.after))
		.sort(by((change) => change.path));
}

/** SHA-256 over a diff: equal for equal diffs, on every machine. */
export function digestOfDiff(changes: readonly WorkspaceChange[]): string {
	return digest(changes);
}

function same(a: WorkspaceEntry | null, b: WorkspaceEntry | null): boolean {
	if (a === null || b === null) return a === b;
	return a.kind === b.kind && a.executable === b.executable && a.sha256 === b.sha256 && a.target === b.target;
}
