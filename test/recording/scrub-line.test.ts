import { readFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { secretsOf } from "../../src/app/secrets.ts";
import { decodeCaseSource } from "../../src/case/arm-case.ts";
import { caseJsonSchema } from "../../src/case/document/case-schema.ts";
import { isJsonObject, type Json, type JsonObject } from "../../src/core/json.ts";
import { type Scrub, scrubber } from "../../src/core/scrub.ts";
import type { RecordingLine } from "../../src/recording/line.ts";
import { readRecording } from "../../src/recording/reader.ts";
import { parseLine } from "../../src/recording/schema.ts";
import { scrubLine } from "../../src/recording/scrub-line.ts";
import { openRecording } from "../../src/recording/writer.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { LINES } from "./any-line.ts";

function without(secret: string): Scrub {
	return scrubber(secretsOf({ THE_KEY: secret }, []));
}

/** What others wrote of a line, by who did: keys of a model are free, those of the suite's author are not. */
const FREE: ReadonlySet<string> = new Set(["args", "raw"]);
const AUTHORED: ReadonlySet<string> = new Set(["source", "params", "overrides", "inputSchema"]);
const WORDS: ReadonlySet<string> = new Set(["type", "kind", "code", "role", "purpose", "from", "settledBy", "end", "alsoTrue"]);

type Planting = { readonly spelling: string; readonly number: number | null };

/** A line with a secret in every place that is not ours. */
function planted(value: Json, what: Planting, place: "ours" | "authored" | "free" = "ours"): Json {
	if (typeof value === "string") return `${value}${what.spelling}.`;
	if (typeof value === "number") return place === "free" ? (what.number ?? value) : value;
	if (Array.isArray(value)) return value.map((item: Json) => planted(item, what, place));
	if (!isJsonObject(value)) return value;
	const members = Object.entries(value).map(([key, member]) => {
		if (place === "free") return [`${key}${what.spelling}`, planted(member, what, place)];
		if (place === "ours" && WORDS.has(key)) return [key, member];
		const inner = FREE.has(key) ? "free" : AUTHORED.has(key) ? "authored" : "ours";
		return [key, planted(member, what, place === "ours" ? inner : place)];
	});
	return Object.fromEntries(members);
}

/** The ways to write a secret that are promised. */
function spellings(secret: string): readonly string[] {
	const inJson = JSON.stringify(secret).slice(1, -1);
	const twice = JSON.stringify(inJson).slice(1, -1);
	return [secret, inJson, twice, encodeURIComponent(secret), Buffer.from(secret).toString("base64")];
}

// A beginning that no text of the generators has, so that what is found was put there.
const wordy = fc
	.string({ unit: fc.constantFrom('"', "\\", "\n", "/", "é", "😀", "%", "+", "a", "7", "$", "]"), minLength: 4, maxLength: 16 })
	.map((text) => `S3cr${text}`.trim())
	.filter((text) => text.length >= 8);
const digits = fc.integer({ min: 31_415_926, max: 3_141_592_653 }).map(String);
const secrets = fc.oneof(wordy, digits);

function numbersWith(secret: string): readonly (number | null)[] {
	return /^\d+$/.test(secret) ? [Number(secret), Number(`9${secret}1`), -Number(secret), Number(`0.1${secret}`)] : [null];
}

const planting = secrets.chain((secret) =>
	fc.record({
		secret: fc.constant(secret),
		spelling: fc.constantFrom(...spellings(secret)),
		number: fc.constantFrom(...numbersWith(secret)),
	}),
);

describe("what is written", () => {
	test.each(Object.entries(LINES))("holds no spelling of a secret in a line of the kind %s, and decodes again", async (_, lines) => {
		await using dir = await tempFolder();
		let file = 0;
		await fc.assert(
			fc.asyncProperty(lines as fc.Arbitrary<RecordingLine>, planting, async (line, { secret, ...what }) => {
				const path = join(dir.path, `${file++}.jsonl`);
				const given = parseLine(planted(JSON.parse(JSON.stringify(line)), what));
				const kept = parseLine(scrubLine(given as Json, without(secret)));
				const writer = await openRecording(path);
				writer.write(kept);
				const { sha256 } = await writer.close();
				const text = await readFile(path, "utf8");
				expect(spellings(secret).filter((spelling) => text.includes(spelling))).toEqual([]);
				const read: RecordingLine[] = [];
				for await (const again of readRecording(path, sha256)) read.push(again);
				expect(read).toEqual([JSON.parse(JSON.stringify(kept))]);
			}),
			{ numRuns: 40 },
		);
	});
});

const CALL = { turn: 1, round: 1, sequence: 1, id: "1", name: "pay", settledBy: "executed", isError: false, result: "" } as const;

describe("a secret of digits", () => {
	const scrub = without("12345678");

	test("stands in no number that a model wrote, whole or within a longer one", () => {
		const args = { pin: 12345678, more: [9123456780, 0.12345678, -12345678, 1234567, 1e21], is: true, none: null };
		expect(scrubLine({ type: "tool-call", call: { ...CALL, args } }, scrub)).toMatchObject({
			call: { args: { pin: "[THE_KEY]", more: ["9[THE_KEY]0", "0.[THE_KEY]", "-[THE_KEY]", 1234567, 1e21], is: true, none: null } },
		});
		expect(scrubLine({ type: "opaque", raw: { seed: 12345678 } }, scrub)).toEqual({ type: "opaque", raw: { seed: "[THE_KEY]" } });
	});

	test("leaves figures of ours what they are", () => {
		const usage = { input: 12345678, output: 112345678, cacheRead: 0, cacheWrite: 0, complete: true };
		const cause = { code: "token_budget", limit: 12345678, used: 12345678.5 };
		const line = { type: "outcome", outcome: { cause, usage, nanoUsd: 12345678, rounds: 1, requests: 1, compactions: 0 } };
		expect(scrubLine(line, scrub)).toEqual(line);
	});

	test("leaves bounds of a case what they are, and is taken out where its author wrote JSON of any form", () => {
		const source = {
			limits: { tokens: 12345678, wall: "12345678ms" },
			oracle: [{ pay: { pin: 12345678 } }, { say: "Paid." }],
			expect: { args: [{ tool: "pay", key: "pin", equals: 12345678 }] },
		};
		expect(scrubLine({ source, params: { seed: 12345678 }, inputSchema: { maximum: 12345678 } }, scrub)).toEqual({
			source: {
				limits: { tokens: 12345678, wall: "12345678ms" },
				oracle: [{ pay: { pin: "[THE_KEY]" } }, { say: "Paid." }],
				expect: { args: [{ tool: "pay", key: "pin", equals: "[THE_KEY]" }] },
			},
			params: { seed: "[THE_KEY]" },
			inputSchema: { maximum: 12345678 },
		});
	});
});

const SOURCE: JsonObject = {
	prompt: ["Do contains it.", "Then fixtures."],
	tags: ["fixtures"],
	fixture: "fixtures/one",
	system: "Say completed.",
	tools: ["fs_search", "fs_write", "shell"],
	phase: "execute",
	withhold: ["ask_user"],
	limits: { rounds: 7, wall: "1h30m500ms", tool_calls: 9 },
	compact_at_tokens: 12345678,
	setup: "contains fixtures",
	oracle: [[{ fs_search: { pattern: "contains", max_rounds: 3 } }], { say: "ready" }, { say: "completed" }],
	expect: {
		tools: "fs_search",
		args: [{ tool: "fs_search", key: "pattern", equals: { contains: ["pattern"] } }],
		contains: "completed",
		contains_any: ["fixtures"],
		matches: "^completed$",
		stop_cause: "completed",
		files: [{ path: "fixtures/a", contains: "contains", exists: true }],
		verify: { run: "fixtures --completed", files: [{ from: "fixtures", to: "contains" }], timeout: "12345678ms" },
	},
};

type Words = { readonly keys: readonly string[]; readonly listed: readonly { readonly key: string; readonly word: string }[] };

/** All keys of the format, and all words that it lists as the value of one. */
function wordsOf(schema: Json, key = ""): Words {
	if (Array.isArray(schema)) return together(schema.map((item: Json) => wordsOf(item, key)));
	if (!isJsonObject(schema)) return { keys: [], listed: [] };
	const { properties, enum: words, ...others } = schema;
	const own = Array.isArray(words) ? words.flatMap((word: Json) => (typeof word === "string" ? [{ key, word }] : [])) : [];
	const named = isJsonObject(properties) ? Object.entries(properties) : [];
	return together([
		{ keys: named.map(([name]) => name), listed: own },
		...named.map(([name, inner]) => wordsOf(inner, name)),
		...Object.values(others).map((inner) => wordsOf(inner, key)),
	]);
}

function together(all: readonly Words[]): Words {
	return { keys: all.flatMap(({ keys }) => keys), listed: all.flatMap(({ listed }) => listed) };
}

const FORMAT = wordsOf(caseJsonSchema());
const plainly = (secret: string): Scrub => {
	return scrubber([{ find: secret, replace: "[KEY]" }]);
};

describe("a secret that is a word of the case file", () => {
	test("unmakes no case, whichever key or listed value of its format it is", () => {
		const words = new Set([
			...FORMAT.keys,
			...FORMAT.listed.map(({ word }) => word),
			"fs_search",
			"fixtures/one",
			"1h30m500ms",
			"12345678",
		]);
		expect(words.size).toBeGreaterThan(50);
		for (const word of words) {
			const kept = scrubLine({ source: SOURCE }, plainly(word));
			if (!isJsonObject(kept) || !isJsonObject(kept.source)) throw new Error("no object");
			expect(() => decodeCaseSource(kept.source as JsonObject, { id: "a", file: "cases/a.yaml", digest: "d" }), word).not.toThrow();
		}
	});

	test("stays where the format lists it: every such key is known", () => {
		expect(FORMAT.listed.length).toBeGreaterThan(5);
		const changed = FORMAT.listed.filter(({ key, word }) => {
			const source = { [key]: word };
			return JSON.stringify(scrubLine({ source }, plainly(word))) !== JSON.stringify({ source });
		});
		expect(changed).toEqual([]);
	});

	test("is taken out of texts all the same, and out of what a model's arguments are held against", () => {
		expect(scrubLine({ source: SOURCE }, without("contains"))).toMatchObject({
			source: {
				prompt: ["Do [THE_KEY] it.", "Then fixtures."],
				setup: "[THE_KEY] fixtures",
				expect: { contains: "completed", args: [{ equals: { "[THE_KEY]": ["pattern"] } }], files: [{ contains: "[THE_KEY]" }] },
			},
		});
	});

	test("leaves the keys of what is sent to a provider and of what tools take", () => {
		const line = {
			params: { thinking: { contains: "contains" } },
			inputSchema: { properties: { contains: {} } },
			overrides: { contains: 1 },
		};
		expect(scrubLine(line, without("contains"))).toEqual({ ...line, params: { thinking: { contains: "[THE_KEY]" } } });
	});
});
