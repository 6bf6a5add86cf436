import type { Mistake } from "./mistake.ts";

/** What the aliases of a text may stand for, all together: characters, and one for each node. */
const MOST_WRITTEN = 1_000_000;
const REMEDY = "write the values out";

/** The anchors of a text, while its nodes are walked in order, and what aliases of them stand for. */
export type AliasBook<N> = {
	readonly open: (node: N, anchor: string | undefined) => void;
	/** Ends a node; what lies in it is entered, aliases and all. */
	readonly close: (node: N, size: number) => void;
	/** What an alias stands for; null for one that something is wrong with. */
	readonly refer: (anchor: string, offset: number) => { readonly target: N; readonly size: number } | null;
	readonly mistakes: readonly Mistake[];
};

type Measured = { readonly size: number; readonly holdsAliases: boolean };

export function aliasBook<N>(): AliasBook<N> {
	const anchors = new Map<string, N>();
	const begun = new Map<N, number>();
	const closed = new Map<N, Measured>();
	const mistakes: Mistake[] = [];
	let written = 0;
	const charge = ({ size, holdsAliases }: Measured, offset: number): void => {
		// Said once, where the bound is crossed: each alias behind it would say the same.
		if (written <= MOST_WRITTEN && written + size > MOST_WRITTEN) mistakes.push({ offset, what: excess(holdsAliases), remedy: REMEDY });
		written += size;
	};
	return {
		mistakes,
		open: (node, anchor) => {
			begun.set(node, written);
			if (anchor !== undefined) anchors.set(anchor, node);
		},
		close: (node, size) => closed.set(node, { size, holdsAliases: begun.get(node) !== written }),
		refer: (anchor, offset) => {
			const target = anchors.get(anchor);
			const measured = target === undefined ? undefined : closed.get(target);
			if (target === undefined) mistakes.push({ offset, what: `no anchor "${anchor}" before this alias`, remedy: "name one with &" });
			else if (measured === undefined) mistakes.push({ offset, what: `the alias "${anchor}" holds itself`, remedy: "take it out" });
			if (target === undefined || measured === undefined) return null;
			charge(measured, offset);
			return { target, size: measured.size };
		},
	};
}

function excess(holdsAliases: boolean): string {
	return holdsAliases ? "multiplies by aliases of aliases" : `makes the aliases stand for more than ${MOST_WRITTEN} characters`;
}
