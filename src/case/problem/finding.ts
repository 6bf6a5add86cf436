import type { Problem } from "../../core/error.ts";
import { type Layer, type Part, type Path, placeIn } from "./layer.ts";

/** What is wrong and what to do about it, without a place. */
export type Complaint = { readonly what: string; readonly remedy: string };

/** Something wrong with a document, at a path in it: a problem that does not know yet in which file the path stands. */
export type Finding = Complaint & {
	/** The path it is about; more than one where values contradict each other: the topmost layer that holds one is shown. */
	readonly paths: readonly [Path, ...Path[]];
	readonly part: Part;
};

export function finding(path: Path, what: string, remedy: string): Finding {
	return { paths: [path], part: "value", what, remedy };
}

/** A finding about a part of a document, as one about the whole. */
export function within(above: Path, { paths: [first, ...others], ...rest }: Finding): Finding {
	return { ...rest, paths: [[...above, ...first], ...others.map((path) => [...above, ...path])] };
}

/** The finding where it stands in its layers (topmost first), of which at least one has a root. */
export function located({ paths, part, what, remedy }: Finding, layers: readonly Layer[]): Problem {
	const place = placeIn(layers, paths, part);
	if (place === null) return { file: null, line: null, column: null, what, remedy };
	const { file, line, column, aliasLine } = place;
	return { file, line, column, what: aliasLine === null ? what : `${what} (used by the alias in line ${aliasLine})`, remedy };
}

/** A path as messages name it: `expect.args[0].tool`. What `defaults` holds has the names of a case. */
export function nameOf(path: Path): string {
	const named = path[0] === "defaults" && path.length > 1 ? path.slice(1) : path;
	return named.map((step, at) => (typeof step === "number" ? `[${step}]` : `${at === 0 ? "" : "."}${step}`)).join("");
}
