import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { UsageError } from "../../src/core/error.ts";
import type { RecordingLine } from "../../src/recording/line.ts";
import { readRecording } from "../../src/recording/reader.ts";
import { openRecording } from "../../src/recording/writer.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { anyLine, LINES } from "./any-line.ts";

/** Plain data, so that two lines are the same whatever prototype a generator gave them. */
const SAMPLE: readonly RecordingLine[] = [
	{ type: "turn-start", turn: 1, prompt: "Say \u2028 ready." },
	{ type: "compaction", turn: 1, round: 2, promptTokens: 900, summary: "so far" },
	{ type: "input", turn: 1, round: 2, from: "queue", text: "Hurry." },
];

async function write(path: string, lines: readonly RecordingLine[]): Promise<string> {
	const writer = await openRecording(path);
	for (const line of lines) writer.write(line);
	return (await writer.close()).sha256;
}

async function readAll(path: string, sha256: string | null = null): Promise<readonly RecordingLine[]> {
	const lines: RecordingLine[] = [];
	for await (const line of readRecording(path, sha256)) lines.push(line);
	return lines;
}

/** What reading a file of this text is refused with; the folder reads `<dir>`. */
async function refusalOf(text: string | Uint8Array, sha256: string | null = null): Promise<string> {
	await using dir = await tempFolder({ "a.jsonl": text });
	const error = await readAll(join(dir.path, "a.jsonl"), sha256).then(
		() => null,
		(thrown: unknown) => thrown,
	);
	expect(error).toBeInstanceOf(UsageError);
	return String((error as UsageError).message).replaceAll(dir.path, "<dir>");
}

async function sampleText(): Promise<string> {
	await using dir = await tempFolder();
	await write(join(dir.path, "a.jsonl"), SAMPLE);
	return await readFile(join(dir.path, "a.jsonl"), "utf8");
}

describe("a recording that was written", () => {
	test.each(Object.entries(LINES))("gives back every line of the kind %s as it was", async (_, lines) => {
		await using dir = await tempFolder();
		let file = 0;
		await fc.assert(
			fc.asyncProperty(fc.array(lines as fc.Arbitrary<RecordingLine>, { minLength: 1, maxLength: 8 }), async (given) => {
				const path = join(dir.path, `${file++}.jsonl`);
				const sha256 = await write(path, given);
				expect(await readAll(path, sha256)).toEqual(JSON.parse(JSON.stringify(given)));
			}),
			{ numRuns: 25 },
		);
	});

	test("gives back kinds in any order", async () => {
		await using dir = await tempFolder();
		let file = 0;
		await fc.assert(
			fc.asyncProperty(fc.array(anyLine, { maxLength: 20 }), async (given) => {
				const path = join(dir.path, `${file++}.jsonl`);
				await write(path, given);
				expect(await readAll(path)).toEqual(JSON.parse(JSON.stringify(given)));
			}),
			{ numRuns: 30 },
		);
	});

	test("holds lines of any length", async () => {
		await using dir = await tempFolder();
		const path = join(dir.path, "a.jsonl");
		const long: RecordingLine = { type: "turn-start", turn: 1, prompt: "😀é\u2028".repeat(700_000) };
		await write(path, [long, ...SAMPLE]);
		expect(await readAll(path)).toEqual([long, ...SAMPLE]);
	});

	test("holds arguments of any depth that its text can have", async () => {
		await using dir = await tempFolder();
		const path = join(dir.path, "a.jsonl");
		const args = JSON.parse(`${'{"a":['.repeat(600)}1${"]}".repeat(600)}`);
		const line: RecordingLine = {
			type: "reply",
			index: 0,
			reply: {
				ok: true,
				message: { role: "assistant", content: [{ type: "tool-call", id: "1", name: "shell", args, malformed: null }] },
				stop: { kind: "tool-use", raw: "tool_use" },
				usage: { input: 1, output: 1, cacheRead: 0, cacheWrite: 0, complete: true },
			},
		};
		await write(path, [line]);
		expect(JSON.stringify(await readAll(path))).toBe(JSON.stringify([line]));
	});

	test("is snake_case on the disk, but for what others wrote", async () => {
		await using dir = await tempFolder();
		const path = join(dir.path, "a.jsonl");
		await write(path, [
			{
				type: "tool-call",
				call: {
					turn: 1,
					round: 1,
					sequence: 1,
					id: "1",
					name: "shell",
					args: { aB: 1, a_b: 2 },
					settledBy: "executed",
					isError: false,
					result: "",
				},
			},
		]);
		expect(await readFile(path, "utf8")).toBe(
			'{"seq":0,"type":"tool-call","call":{"turn":1,"round":1,"sequence":1,"id":"1","name":"shell","args":{"aB":1,"a_b":2},"settled_by":"executed","is_error":false,"result":""}}\n',
		);
	});

	test("has the SHA-256 that its writer told", async () => {
		await using dir = await tempFolder();
		const path = join(dir.path, "a.jsonl");
		const sha256 = await write(path, SAMPLE);
		expect(
			createHash("sha256")
				.update(await readFile(path))
				.digest("hex"),
		).toBe(sha256);
	});
});

describe("a recording that is not as it was written", () => {
	test("torn within a line is refused there", async () => {
		const text = await sampleText();
		expect(await refusalOf(text.slice(0, -20))).toMatch(/^<dir>\/a\.jsonl:3: not a recording as it was written: /);
	});

	test("torn between lines is refused by its digest", async () => {
		const text = await sampleText();
		const sha256 = createHash("sha256").update(text).digest("hex");
		const [first, second] = text.split("\n");
		expect(await refusalOf(`${first}\n${second}\n`, sha256)).toContain("it was changed after it had been written");
	});

	test("with two lines changed about is refused at the first of them", async () => {
		const [first, second, third] = (await sampleText()).split("\n");
		expect(await refusalOf(`${first}\n${third}\n${second}\n`)).toContain(
			"<dir>/a.jsonl:2: not a recording as it was written: expected seq 1",
		);
	});

	test.each([
		["a line left out", (lines: readonly string[]) => lines.toSpliced(1, 1), 2],
		["a line twice", (lines: readonly string[]) => lines.toSpliced(1, 0, lines[0] ?? ""), 2],
		["an empty line", (lines: readonly string[]) => lines.toSpliced(1, 0, ""), 2],
		["a line that is a list", (lines: readonly string[]) => ["[]", ...lines], 1],
		["a line that is no JSON", (lines: readonly string[]) => ["{", ...lines], 1],
	] as const)("with %s is refused there", async (_, change, line) => {
		const lines = (await sampleText()).trimEnd().split("\n");
		expect(await refusalOf(`${change(lines).join("\n")}\n`)).toMatch(new RegExp(`^<dir>/a\\.jsonl:${line}: `));
	});

	test("any edited byte is refused", async () => {
		const bytes = Buffer.from(await sampleText());
		const sha256 = createHash("sha256").update(bytes).digest("hex");
		await using dir = await tempFolder();
		const path = join(dir.path, "a.jsonl");
		await fc.assert(
			fc.asyncProperty(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), async (at, change) => {
				const edited = Buffer.from(bytes);
				edited[at] = (edited[at] ?? 0) ^ change;
				await writeFile(path, edited);
				await expect(readAll(path, sha256)).rejects.toBeInstanceOf(UsageError);
			}),
			{ numRuns: 100 },
		);
	});

	test("one that is not there is refused; one that cannot be read is a fault of the machine", async () => {
		await using dir = await tempFolder({ "folder/a": "" });
		await expect(readAll(join(dir.path, "none.jsonl"))).rejects.toThrow(
			/none\.jsonl: not a recording as it was written: it is gone; restore/,
		);
		await expect(readAll(join(dir.path, "folder"))).rejects.toThrow("EISDIR");
	});
});
