import { dirname, join, relative } from "node:path";
import { finding, located } from "../problem/finding.ts";
import { type FilePlace, type Layer, layerBelow } from "../problem/layer.ts";
import { type Checked, fileProblem } from "../problem/problems.ts";
import { remembered } from "../problem/remembered.ts";
import { readText } from "../text/decode-text.ts";
import { parseLayer } from "../text/parse-layer.ts";
import { DEFAULTS_FILE, type FoundFile, type FoundKind } from "./discover.ts";
import { isLink, kindOf } from "./entry-kind.ts";

/** A case as its file states it, before rows are filled in. */
export type CaseSource = {
	readonly id: string;
	/** Relative to the suite's root, with `/`. */
	readonly file: string;
	/** The file as messages name it. */
	readonly shown: string;
	/** The file's own folder. */
	readonly folder: string;
	readonly idPlace: FilePlace;
	/** Topmost first: the case, its folder's defaults, the suite's. */
	readonly layers: readonly Layer[];
	/** Whether all layers could be read. */
	readonly isWhole: boolean;
};

/** Reads the cases of a file: one, or one a line of JSONL. */
export type SourceReader = (found: FoundFile) => Promise<readonly Checked<CaseSource>[]>;

/** What a link leads to may lie outside the suite, or change without it. */
const REFUSED: Readonly<Record<Exclude<FoundKind, "file">, readonly [what: string, remedy: string]>> = {
	link: ["is a link, and links are not followed", "put the file itself here"],
	hidden: ["begins with a dot, and such files are no cases", "rename it, or move it elsewhere"],
	special: ["is no file, but a pipe, a socket or a device", "put a file here, or take it out"],
};

/** Reads the case files of a suite, whose `assay.yaml` is a layer below all of them. */
export function sourceReader(root: string, cwd: string, config: Layer): SourceReader {
	const suiteDefaults = layerBelow(config, "defaults");
	const folderDefaults = remembered((folder) => readDefaults(folder, relative(cwd, folder)));
	return async (found) => {
		const { file, id } = found;
		const path = join(root, file);
		const [folder, shown] = [dirname(path), relative(cwd, path)];
		if (found.kind !== "file") return [{ ok: false, problems: [fileProblem(shown, ...REFUSED[found.kind])] }];
		const defaults = await folderDefaults(folder);
		const text = await readText({ path, shown });
		const origin = { id, file, shown, folder, isWhole: defaults.ok, layersBelow: [...(defaults.ok ? defaults.value : []), suiteDefaults] };
		return [...(defaults.ok ? [] : [defaults]), ...(text.ok ? sourcesOf(text.value, origin) : [text])];
	};
}

type Origin = Omit<CaseSource, "idPlace" | "layers"> & { readonly layersBelow: readonly Layer[] };

async function readDefaults(folder: string, shownFolder: string): Promise<Checked<readonly Layer[]>> {
	const [path, shown] = [join(folder, DEFAULTS_FILE), join(shownFolder, DEFAULTS_FILE)];
	if (await isLink(path)) return { ok: false, problems: [fileProblem(shown, ...REFUSED.link)] };
	if ((await kindOf(path)) === null) return { ok: true, value: [] };
	const text = await readText({ path, shown });
	if (!text.ok) return text;
	const layer = parseLayer(text.value, { shown, firstLine: 1 });
	return layer.ok ? { ok: true, value: [layer.value] } : layer;
}

function sourcesOf(text: string, origin: Origin): readonly Checked<CaseSource>[] {
	return origin.file.endsWith(".jsonl") ? linesOf(text, origin) : [documentOf(text, origin)];
}

function documentOf(text: string, { layersBelow, ...origin }: Origin): Checked<CaseSource> {
	const layer = parseLayer(text, { shown: origin.shown, firstLine: 1 });
	if (!layer.ok) return layer;
	const idPlace = layer.value.placeOf([], "value") ?? { file: origin.shown, line: 1, column: 1 };
	return { ok: true, value: { ...origin, idPlace, layers: [layer.value, ...layersBelow] } };
}

function linesOf(text: string, origin: Origin): readonly Checked<CaseSource>[] {
	return text.split(/\r?\n/).flatMap((line, at) => (line.trim() === "" ? [] : [lineOf(line, at + 1, origin)]));
}

/** A line of JSONL says its id itself. */
function lineOf(text: string, line: number, { layersBelow, ...origin }: Origin): Checked<CaseSource> {
	const layer = parseLayer(text, { shown: origin.shown, firstLine: line });
	if (!layer.ok) return layer;
	const { id, ...value } = layer.value.value;
	if (typeof id !== "string") {
		const problem = finding(["id"], "a case in JSONL needs an id that is a text", 'add "id": "name"');
		return { ok: false, problems: [located(problem, [layer.value])] };
	}
	const idPlace = layer.value.placeOf(["id"], "value") ?? { file: origin.shown, line, column: 1 };
	return { ok: true, value: { ...origin, id: `${origin.id}/${id}`, idPlace, layers: [{ ...layer.value, value }, ...layersBelow] } };
}
