import { didYouMean } from "../problem/did-you-mean.ts";
import type { Complaint } from "../problem/finding.ts";
import type { FilePlace } from "../problem/layer.ts";
import { foldedId, idComplaint } from "./case-id.ts";

/** The ids of a suite. An id names a folder of a run, so no file system may take two of them for one. */
export type IdBook = {
	/** Enters an id that stands at a place; what is wrong with it, or null. */
	readonly enter: (id: string, place: FilePlace) => Complaint | null;
	/** Says that something below an id could not be read. */
	readonly doubt: (id: string) => void;
	readonly placeOf: (id: string) => FilePlace | null;
	/** What to do about an id that is not there; null for one that is, or may be. */
	readonly remedyFor: (id: string) => string | null;
};

export function idBook(): IdBook {
	const known = new Map<string, { readonly id: string; readonly place: FilePlace }>();
	const doubted: string[] = [];
	const placeOf = (id: string): FilePlace | null => {
		const entry = known.get(foldedId(id));
		return entry?.id === id ? entry.place : null;
	};
	return {
		doubt: (id) => doubted.push(id),
		placeOf,
		remedyFor: (id) => {
			if (placeOf(id) !== null || doubted.some((above) => id === above || id.startsWith(`${above}/`))) return null;
			return didYouMean(
				id,
				[...known.values()].map((entry) => entry.id),
			);
		},
		enter: (id, place) => {
			const complaint = idComplaint(id);
			if (complaint !== null) return { what: `the id ${JSON.stringify(id)} ${complaint}`, remedy: "rename it" };
			const [folded, here] = [foldedId(id), { id, place }];
			const other = known.get(folded);
			if (other === undefined) known.set(folded, here);
			return other === undefined ? null : collision(id, other.id, other.place);
		},
	};
}

function collision(id: string, other: string, { file, line, column }: FilePlace): Complaint {
	const place = `${file}:${line}:${column}`;
	if (id === other) return { what: `duplicate id "${id}": ${place} has it too`, remedy: "rename one" };
	return { what: `the id "${id}" is "${other}" at ${place} but for case`, remedy: "rename one" };
}
