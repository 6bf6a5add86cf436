import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isJsonObject, type Json } from "../../src/core/json.ts";
import type { RecordingLine } from "../../src/recording/line.ts";
import { parseLine } from "../../src/recording/schema.ts";
import { fromWire, OPAQUE, toWire } from "../../src/recording/wire.ts";
import { LINES } from "./any-line.ts";

/** Keys that need not be there. */
const OPTIONAL: ReadonlySet<string> = new Set(["limit", "used", "message", "tool", "also_true"]);

/** Every copy of a line with one key of ours taken out, or with one put in. */
function damaged(value: Json, where = ""): readonly { readonly what: string; readonly value: Json }[] {
	if (Array.isArray(value)) {
		return value.flatMap((item: Json, at) =>
			damaged(item, `${where}[${at}]`).map((inner) => ({ ...inner, value: value.toSpliced(at, 1, inner.value) })),
		);
	}
	if (!isJsonObject(value)) return [];
	const keys = Object.keys(value);
	const without = keys
		.filter((key) => !(where.endsWith("cause") && OPTIONAL.has(key)))
		.map((key) => ({ what: `without ${where}.${key}`, value: Object.fromEntries(Object.entries(value).filter(([name]) => name !== key)) }));
	const inside = keys
		.filter((key) => !OPAQUE.has(key) && key !== "input_schema")
		.flatMap((key) =>
			damaged(value[key] ?? null, `${where}.${key}`).map((inner) => ({ ...inner, value: { ...value, [key]: inner.value } })),
		);
	return [{ what: `more in ${where}`, value: { ...value, more: 1 } }, ...without, ...inside];
}

describe("the schema of a recording", () => {
	test.each(Object.entries(LINES))("refuses every key too many or too few of the kind %s, at any depth", (_, lines) => {
		const samples = fc.sample(lines as fc.Arbitrary<RecordingLine>, { numRuns: 15, seed: 1 });
		const copies = samples.flatMap((sample) => damaged(JSON.parse(JSON.stringify(toWire(sample as Json)))));
		expect(copies.length).toBeGreaterThan(15);
		const taken = copies.filter(({ value }) => {
			try {
				parseLine(fromWire(value));
				return true;
			} catch {
				return false;
			}
		});
		expect(taken.map(({ what }) => what)).toEqual([]);
	});

	test.each([
		["a kind that there is not", { type: "note", text: "" }, "type"],
		["a text for a number", { type: "turn-start", turn: "1", prompt: "" }, "turn: "],
		["a number below zero", { type: "turn-start", turn: -1, prompt: "" }, "turn: "],
		["half a number", { type: "turn-start", turn: 1.5, prompt: "" }, "turn: "],
		["another version", { type: "recording", schema: 2 }, "schema: "],
		["a stop code that there is not", { type: "turn-end", turn: 1, text: "", cause: { code: "tired" }, rounds: 1 }, "cause.code: "],
	])("refuses %s and says where", (_, line, place) => {
		expect(() => parseLine(line)).toThrow(place);
	});
});

describe("the spelling of keys", () => {
	test("a file has one: camelCase is refused on the disk", () => {
		expect(() => fromWire({ isError: true })).toThrow('unknown key "isError"');
		expect(fromWire({ is_error: true })).toEqual({ isError: true });
	});

	test("goes there and back", () => {
		const line = { retryAfterMs: 1, sha256: "", list: [{ cacheRead: 2 }], inputSchema: { snake_case: { camelCase: 1 } } };
		expect(fromWire(toWire(line))).toEqual(line);
		expect(toWire(line)).toEqual({
			retry_after_ms: 1,
			sha256: "",
			list: [{ cache_read: 2 }],
			input_schema: { snake_case: { camelCase: 1 } },
		});
	});

	test("a key that would change what an object is, is a key like any other and unknown", () => {
		expect(Object.keys(fromWire(JSON.parse('{"__proto__": {"type": "diff"}}')) ?? {})).toHaveLength(1);
		expect(() => parseLine(fromWire(JSON.parse('{"type": "diff", "changes": [], "__proto__": {}}')))).toThrow();
	});
});
