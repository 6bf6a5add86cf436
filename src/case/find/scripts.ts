import { relative } from "node:path";
import type { Arm } from "../case.ts";
import type { InspectedScript, LoadPorts } from "../ports.ts";
import type { ProblemLog } from "../problem/problems.ts";
import type { IdBook } from "../rule/id-book.ts";

export type InspectedScripts = ReadonlyMap<string, InspectedScript>;

/** Looks into the scripts of a suite's arms, by arm. */
export async function inspectScripts(arms: readonly Arm[], cwd: string, inspect: LoadPorts["inspectScript"]): Promise<InspectedScripts> {
	const scripts = new Map<string, InspectedScript>();
	for (const { name, file } of arms) {
		if (file !== null) scripts.set(name, await inspect({ path: file, shown: relative(cwd, file) }));
	}
	return scripts;
}

/** Reports the lines of scripts that no case is asked for: a misspelt id would leave its case to `*`. */
export function reportStrayLines(scripts: InspectedScripts, ids: IdBook, log: ProblemLog): void {
	for (const { cases } of scripts.values()) {
		for (const { id, place } of cases) {
			const remedy = id === "*" ? null : ids.remedyFor(id);
			if (remedy !== null) log.report([{ ...place, what: `no case "${id}"`, remedy }]);
		}
	}
}
