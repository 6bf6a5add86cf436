import type { Problem } from "../../core/error.ts";
import { isJsonObject } from "../../core/json.ts";
import { located } from "../problem/finding.ts";
import type { FilePlace, Layer } from "../problem/layer.ts";
import { type LocatedNode, locate } from "../problem/located-node.ts";
import type { Checked } from "../problem/problems.ts";
import { unsafeParts, withoutUnsafe } from "./json-safety.ts";
import { parseYamlText, type YamlDocument } from "./yaml-document.ts";

/** Where a text comes from: a file, or a line of one. */
export type Origin = { readonly shown: string; readonly firstLine: number };

/** A text that is one map, with the place of each of its values, or why it cannot be read. */
export function parseLayer(text: string, origin: Origin): Checked<Layer> {
	const { content, placeAt } = parseYamlText(text);
	const problemAt = (offset: number, what: string, remedy: string): Problem => ({ ...placeOf(placeAt, origin, offset), what, remedy });
	if (content.mistakes !== null) {
		return { ok: false, problems: content.mistakes.map(({ offset, what, remedy }) => problemAt(offset, what, remedy)) };
	}
	if (!isJsonObject(content.value)) {
		return { ok: false, problems: [problemAt(content.root().offset, "is no map", "write keys and values, such as `prompt: …`")] };
	}
	const layer: Layer = { value: content.value, placeOf: placesOf(content.root, placeAt, origin), flaws: [] };
	const flaws = unsafeParts(layer.value).map((part) => located(part, [layer]));
	if (flaws.length === 0) return { ok: true, value: layer };
	const safe = withoutUnsafe(layer.value);
	return { ok: true, value: { ...layer, value: isJsonObject(safe) ? safe : {}, flaws } };
}

/** Most files have no problem, so the tree of places is made when the first is asked for. */
function placesOf(makeRoot: () => LocatedNode, placeAt: YamlDocument["placeAt"], origin: Origin): Layer["placeOf"] {
	let root: LocatedNode | null = null;
	return (path, part) => {
		root ??= makeRoot();
		const location = locate(root, path, part);
		if (location === null) return null;
		const { offset, aliasOffset } = location;
		const aliasLine = aliasOffset === null ? null : placeOf(placeAt, origin, aliasOffset).line;
		return { ...placeOf(placeAt, origin, offset), aliasLine };
	};
}

function placeOf(placeAt: YamlDocument["placeAt"], origin: Origin, offset: number): FilePlace {
	const { line, column } = placeAt(offset);
	return { file: origin.shown, line: line + origin.firstLine - 1, column };
}
