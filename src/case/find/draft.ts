import type { Problem } from "../../core/error.ts";
import type { JsonObject } from "../../core/json.ts";
import { type Finding, located } from "../problem/finding.ts";
import type { FilePlace } from "../problem/layer.ts";
import { idleFindings } from "../rule/idle-rules.ts";
import type { CaseSource } from "./sources.ts";

/** A merged document that is to become a case, and where its id and its mistakes stand. */
export type Draft = {
	readonly id: string;
	readonly file: string;
	readonly folder: string;
	readonly document: JsonObject;
	readonly row: JsonObject | null;
	readonly idPlace: FilePlace;
	/** Whether a layer that could not be read is missing in it. */
	readonly isWhole: boolean;
	readonly idle: readonly Finding[];
	/** Where a mistake is said; nowhere when it comes of a field that has not been filled in. */
	readonly problemsOf: (found: Finding) => readonly Problem[];
};

/** The draft of a source without rows. */
export function plainDraft({ id, file, folder, idPlace, layers, isWhole }: CaseSource, document: JsonObject): Draft {
	return {
		id,
		file,
		folder,
		document,
		row: null,
		idPlace,
		isWhole,
		idle: idleFindings(layers),
		problemsOf: (found) => [located(found, layers)],
	};
}
