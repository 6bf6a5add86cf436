import type { Part, Path } from "./layer.ts";

/** A value of a document with the offset at which it stands; merged keys (`<<`) are entries like others. */
export type LocatedNode =
	| { readonly kind: "scalar"; readonly offset: number }
	| { readonly kind: "list"; readonly offset: number; readonly items: readonly LocatedNode[] }
	| { readonly kind: "map"; readonly offset: number; readonly entries: ReadonlyMap<string, LocatedEntry> }
	| { readonly kind: "alias"; readonly offset: number; readonly target: LocatedNode };

/** `offset` is the key's; `value` is null where a key stands alone. */
export type LocatedEntry = { readonly offset: number; readonly value: LocatedNode | null };

export type Location = { readonly offset: number; readonly aliasOffset: number | null };

/** Where a path leads: the offset of its key or its value, and of the outermost alias on the way. */
export function locate(root: LocatedNode, path: Path, part: Part): Location | null {
	let [node, keyOffset, aliasOffset]: [LocatedNode | null, number | null, number | null] = [root, null, null];
	for (const step of path) {
		if (node?.kind === "alias") aliasOffset ??= node.offset;
		const entry: LocatedEntry | null = node === null ? null : entryOf(behindAlias(node), step);
		if (entry === null) return null;
		[node, keyOffset] = [entry.value, entry.offset];
	}
	const offset = part === "key" ? (keyOffset ?? node?.offset) : (node?.offset ?? keyOffset);
	return offset === undefined || offset === null ? null : { offset, aliasOffset };
}

export function behindAlias(node: LocatedNode): LocatedNode {
	return node.kind === "alias" ? behindAlias(node.target) : node;
}

function entryOf(node: LocatedNode, step: string | number): LocatedEntry | null {
	if (node.kind === "map") return node.entries.get(String(step)) ?? null;
	const item = node.kind === "list" && typeof step === "number" ? node.items[step] : undefined;
	return item === undefined ? null : { offset: item.offset, value: item };
}
