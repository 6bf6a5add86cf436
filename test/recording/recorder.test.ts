import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Scrub, scrubber } from "../../src/core/scrub.ts";
import type { ScriptReply } from "../../src/model/scripted.ts";
import { emptyOutcome } from "../../src/recording/evidence.ts";
import { readEvidence } from "../../src/recording/fold.ts";
import type { RecordingHeader } from "../../src/recording/line.ts";
import { readRecording } from "../../src/recording/reader.ts";
import { type Recorder, startRecorder } from "../../src/recording/recorder.ts";
import { calling, failing, play, queueOf, reader, reply, saying, writer } from "../agent/kernel.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { nastyText, otherObject } from "./any-line.ts";

const HEADER: RecordingHeader = {
	type: "recording",
	schema: 1,
	key: { caseId: "kata/median", arm: "haiku", repeat: 1, attempt: 1 },
	suite: "katas",
	case: { file: "cases/kata/median.yaml", digest: "d", source: { prompt: "Go.", api_key: "sk-secret-1" } },
	arm: { provider: "script", model: null, params: {}, overrides: {}, digest: "d" },
	system: "Never say sk-secret-1.",
	prompts: ["Go."],
	tools: [],
	verify: [],
};

const asIs: Scrub = (value) => value;

function without(...secrets: readonly string[]): Scrub {
	return scrubber(secrets.map((find) => ({ find, replace: "[KEY]" })));
}

/** A recording by itself: what was told to it, and what it holds in the end. */
async function recorded(tell: (recorder: Recorder) => Promise<void> | void, scrub: Scrub = asIs) {
	await using dir = await tempFolder();
	const path = join(dir.path, "trials/a/b/1.1.jsonl");
	const recorder = await startRecorder(path, HEADER, scrub);
	await tell(recorder);
	const { sha256 } = await recorder.close();
	const read = await readEvidence(readRecording(path, sha256));
	return { evidence: recorder.evidence(), header: recorder.header, read, text: await readFile(path, "utf8") };
}

const call = fc.record({
	name: fc.constantFrom("look", "change", "nowhere", "withheld"),
	args: otherObject,
	malformed: fc.option(nastyText, { freq: 4 }),
});
const answer: fc.Arbitrary<ScriptReply> = fc.oneof(
	nastyText.map((text) => saying(text)),
	fc.array(call, { minLength: 1, maxLength: 3 }).map((calls) => reply({ calls })),
	fc.tuple(nastyText, call).map(([text, one]) => reply({ text, calls: [one] })),
	fc.constantFrom(failing("transport"), failing("overloaded"), failing("rejected")),
	fc.constantFrom(saying("cut", { stop: "max-tokens" }), saying("no", { stop: "refusal" }), saying("wait", { stop: "pause" }), saying("")),
);

describe("what is recorded of a run", () => {
	test("gives the same evidence when it is read as it gave when it was written", async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.array(answer, { maxLength: 8 }),
				fc.array(
					nastyText.map((text) => `Say ${text}`),
					{ minLength: 1, maxLength: 3 },
				),
				nastyText,
				async (replies, prompts, result) => {
					const { evidence, read } = await recorded(async (recorder) => {
						const run = async () => ({ content: `${result} with sk-secret-1`, isError: result.length % 2 === 0 });
						const context = { withheld: new Set(["withheld"]), compactAtTokens: 5, queuedInput: queueOf(result) };
						const { outcome } = await play({
							replies,
							tools: [reader("look", run), writer("change", run), writer("withheld")],
							context,
							prompts,
							deps: { emit: recorder.emit },
						});
						recorder.write({ type: "diff", changes: [] });
						recorder.write({ type: "outcome", outcome: { ...emptyOutcome(outcome.cause), usage: outcome.usage } });
					}, without("sk-secret-1"));
					expect(read.evidence).toEqual(evidence);
					expect(read.evidence.calls.some(({ result: kept }) => kept.includes("sk-secret"))).toBe(false);
				},
			),
			{ numRuns: 60 },
		);
	});

	test("holds the whole story in order: turn, request, reply, call, end", async () => {
		const { text } = await recorded(async ({ emit }) => {
			await play({ replies: [calling("look"), failing("transport"), saying("Done.")], tools: [reader("look")], deps: { emit } });
		});
		const lines = text
			.trimEnd()
			.split("\n")
			.map((line) => JSON.parse(line));
		expect(lines.map(({ type }) => type)).toEqual([
			"recording",
			"turn-start",
			"request",
			"reply",
			"breakdown",
			"tool-call",
			"request",
			"reply",
			"request",
			"reply",
			"breakdown",
			"turn-end",
		]);
		expect(lines.map(({ seq }) => seq)).toEqual(lines.map((_, at) => at));
		expect(lines.flatMap(({ type, index }) => (type === "request" || type === "reply" ? [index] : []))).toEqual([0, 0, 1, 1, 2, 2]);
	});

	test("keeps a result whole that the conversation gets cut", async () => {
		const long = "line\n".repeat(20_000);
		const { evidence, read } = await recorded(async ({ emit }) => {
			const tools = [reader("look", async () => ({ content: long, isError: false }))];
			await play({ replies: [calling("look"), saying("Done.")], tools, deps: { emit } });
		});
		expect([evidence.calls[0]?.result, read.evidence.calls[0]?.result]).toEqual([long, long]);
	});

	test("a run that was cut off has no end, which is no verdict", async () => {
		const { read } = await recorded(({ emit }) => emit({ type: "turn-start", turn: 1, prompt: "Go." }));
		expect(read.evidence.outcome.cause).toEqual({ code: "harness_error", message: "the recording has no end" });
		expect(read.evidence.diff).toBeNull();
	});
});

describe("the scrub", () => {
	test("comes before the file and before the evidence", async () => {
		const { evidence, header, text } = await recorded(({ write }) => {
			write({ type: "file", file: { path: "a", exists: true, sha256: "d", text: "key: sk-secret-1" } });
			write({ type: "command", command: { digest: "d", run: "x", exitCode: 0, end: "exited", output: "sk-secret-1!" } });
			const cause = { code: "setup_error" as const, message: "no sk-secret-1" };
			write({ type: "outcome", outcome: emptyOutcome(cause) });
		}, without("sk-secret-1"));
		expect(text).not.toContain("sk-secret-1");
		expect(evidence.files.get("a")?.text).toBe("key: [KEY]");
		expect(evidence.commands.get("d")?.output).toBe("[KEY]!");
		expect(evidence.outcome.cause.message).toBe("no [KEY]");
		expect([header.system, header.case.source]).toEqual(["Never say [KEY].", { prompt: "Go.", api_key: "[KEY]" }]);
	});

	test("also cleans the keys of what others wrote", async () => {
		const { read, text } = await recorded(async ({ emit }) => {
			await play({
				replies: [reply({ calls: [{ name: "look", args: { "sk-secret-1": { "a sk-secret-1": 1 } } }] }), saying("Done.")],
				tools: [reader("look")],
				deps: { emit },
			});
		}, without("sk-secret-1"));
		expect(text).not.toContain("sk-secret-1");
		expect(read.evidence.calls[0]?.args).toEqual({ "[KEY]": { "a [KEY]": 1 } });
	});

	test("a secret that is a word of the format unmakes no line", async () => {
		const words = [
			"recording",
			"completed",
			"tool-call",
			"assistant",
			"executed",
			"turn-start",
			"provider",
			"inputSchema",
			"settledBy",
			"tool-use",
			"prompts",
		];
		const { read, text } = await recorded(
			async ({ emit }) => {
				await play({ replies: [calling("look"), saying("It is completed.")], tools: [reader("look")], deps: { emit } });
			},
			without(...words),
		);
		expect(read.evidence.calls[0]?.settledBy).toBe("executed");
		expect(read.evidence.turns[0]).toMatchObject({ cause: { code: "completed" }, text: "It is [KEY]." });
		expect(text.split("\n")).toHaveLength(11);
	});
});

describe("a recording that cannot be", () => {
	test("where there is one already: nothing is run, nothing is overwritten", async () => {
		await using dir = await tempFolder({ "a.jsonl": "mine" });
		await expect(startRecorder(join(dir.path, "a.jsonl"), HEADER, asIs)).rejects.toThrow("EEXIST");
		expect(await readFile(join(dir.path, "a.jsonl"), "utf8")).toBe("mine");
	});

	test("below what is no folder", async () => {
		await using dir = await tempFolder();
		await mkdir(join(dir.path, "trials"));
		await writeFile(join(dir.path, "trials/a"), "");
		await expect(startRecorder(join(dir.path, "trials/a/b.jsonl"), HEADER, asIs)).rejects.toThrow("EEXIST");
	});

	test("a line that cannot be rendered throws and leaves no gap", async () => {
		const { read } = await recorded(({ write, emit }) => {
			let deep: string[] = [];
			for (let level = 0; level < 50_000; level += 1) deep = [deep as unknown as string];
			const args = JSON.parse("{}");
			args.deep = deep;
			const record = {
				turn: 1,
				round: 1,
				sequence: 1,
				id: "1",
				name: "x",
				args,
				settledBy: "executed" as const,
				isError: false,
				result: "",
			};
			expect(() => emit({ type: "tool-call", call: record })).toThrow(RangeError);
			write({ type: "diff", changes: [] });
		});
		expect(read.evidence.diff).toEqual([]);
	});
});
