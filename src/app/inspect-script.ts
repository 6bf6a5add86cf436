import type { InspectedScript } from "../case/ports.ts";
import { readText, type SourceFile } from "../case/text/decode-text.ts";
import { parseLayer } from "../case/text/parse-layer.ts";
import type { Problem } from "../core/error.ts";
import { decodeScript, type ScriptFault } from "../model/script-file.ts";

/** What a suite is told of a script while it is loaded: which cases it answers, and all that is wrong with it. */
export async function inspectScript(file: SourceFile): Promise<InspectedScript> {
	const text = await readText(file);
	if (!text.ok) return { cases: [], problems: text.problems };
	const lines = text.value.split(/\r?\n/);
	const { lineOf, faults } = decodeScript(text.value);
	const problemOf = (fault: ScriptFault): Problem => {
		const { line, what, remedy } = fault;
		return { file: file.shown, line, column: columnOf(fault, lines[line - 1] ?? ""), what, remedy };
	};
	const cases = [...lineOf].map(([id, line]) => {
		const column = columnOf({ path: ["case"] }, lines[line - 1] ?? "");
		return { id, place: { file: file.shown, line, column } };
	});
	return { cases, problems: faults.map(problemOf) };
}

/** Of the value that a path leads to, or of what is around it. */
function columnOf({ path, column }: Pick<ScriptFault, "path" | "column">, text: string): number {
	if (column !== undefined) return column;
	const layer = parseLayer(text, { shown: "", firstLine: 1 });
	if (!layer.ok) return 1;
	const place = layer.value.placeOf(path, "value") ?? layer.value.placeOf(path.slice(0, -1), "value");
	return place?.column ?? 1;
}
