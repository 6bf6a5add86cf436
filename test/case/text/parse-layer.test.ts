import { expect, test } from "vitest";
import { type Layer, layerBelow, type Part, type Path, placeIn } from "../../../src/case/problem/layer.ts";
import { parseLayer } from "../../../src/case/text/parse-layer.ts";

function layerOf(text: string, shown = "a.yaml", firstLine = 1): Layer {
	const parsed = parseLayer(text, { shown, firstLine });
	if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
	return parsed.value;
}

const TEXT = `# first
base: &base
  rounds: 1
  "wa ll": 5m
more: &more {tokens: 2}
limits:
  <<: [*base, *more]
  rounds: 3
list:
  - one
  - {deep: [x, *base]}
again: *base
bare: {key}
empty:
`;

test.each<[Path, Part, string | null]>([
	[[], "value", "2:1"],
	[["base"], "key", "2:1"],
	[["base"], "value", "3:3"],
	[["base", "rounds"], "value", "3:11"],
	[["base", "wa ll"], "key", "4:3"],
	[["limits", "rounds"], "value", "8:11"],
	[["limits", "wa ll"], "value", "4:12"],
	[["limits", "tokens"], "value", "5:22"],
	[["list", 0], "value", "10:5"],
	[["list", 1, "deep", 0], "value", "11:13"],
	[["list", 1, "deep", 1], "value", "11:16"],
	[["list", 1, "deep", 1, "rounds"], "value", "3:11 by 11"],
	[["again"], "value", "12:8"],
	[["again", "rounds"], "key", "3:3 by 12"],
	[["bare", "key"], "value", "13:8"],
	[["empty"], "key", "14:1"],
	[["empty"], "value", "14:7"],
	[["gone"], "value", null],
	[["list", 2], "value", null],
	[["list", "0"], "value", null],
	[["base", "rounds", "deeper"], "value", null],
])("the path %j leads, by its %s, to %s", (path, part, expected) => {
	const place = layerOf(TEXT).placeOf(path, part);
	expect(place === null ? null : `${place.line}:${place.column}${place.aliasLine === null ? "" : ` by ${place.aliasLine}`}`).toBe(expected);
});

test("lines of a longer text are counted from where it begins", () => {
	expect(layerOf('{"a": {"b": 1}}', "m.jsonl", 7).placeOf(["a", "b"], "value")).toEqual({
		file: "m.jsonl",
		line: 7,
		column: 13,
		aliasLine: null,
	});
});

test("line ends of Windows and a character of four bytes do not move a place", () => {
	expect(layerOf('a: "😀"\r\nb: {c: 1}\r\n').placeOf(["b", "c"], "key")).toMatchObject({ line: 2, column: 5 });
});

test("among layers, the topmost that holds a path says where it stands", () => {
	const [top, bottom] = [layerOf("limits: {rounds: 1}\n", "top.yaml"), layerOf("limits:\n  rounds: 2\n  tokens: 3\n", "bottom.yaml")];
	const place = (...paths: Path[]): string => {
		const found = placeIn([top, bottom], paths, "value");
		return `${found?.file}:${found?.line}`;
	};
	expect(place(["limits", "rounds"])).toBe("top.yaml:1");
	expect(place(["limits", "tokens"])).toBe("bottom.yaml:3");
	expect(place(["limits", "tokens"], ["limits", "rounds"])).toBe("top.yaml:1");
	expect(place(["limits", "usd"])).toBe("top.yaml:1");
	expect(place(["prompt"])).toBe("top.yaml:1");
});

test("what stands below a key is a layer of its own", () => {
	const below = layerBelow(layerOf("x: 1\ndefaults:\n  system: hi\n"), "defaults");
	expect(below.value).toEqual({ system: "hi" });
	expect(below.placeOf(["system"], "value")).toMatchObject({ line: 3, column: 11 });
	expect(layerBelow(layerOf("defaults: 5\n"), "defaults").value).toEqual({});
});
