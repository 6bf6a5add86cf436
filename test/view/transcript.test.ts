import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { NO_USAGE } from "../../src/core/usage.ts";
import { emptyOutcome } from "../../src/recording/evidence.ts";
import type { RecordingLine } from "../../src/recording/line.ts";
import { checksText, lineText } from "../../src/view/transcript.ts";
import { LINES } from "../recording/any-line.ts";
import { failedCheck, rowOf } from "../report/row-of.ts";

const USAGE = { ...NO_USAGE, input: 7, output: 3 };
const CALL = {
	turn: 1,
	round: 1,
	sequence: 1,
	id: "1",
	name: "shell",
	args: {},
	settledBy: "executed" as const,
	isError: false,
	result: "one\ntwo\n",
};

const SHOWN: readonly [string, RecordingLine, string][] = [
	[
		"the head: which trial, how it was asked",
		{
			type: "recording",
			schema: 1,
			key: { caseId: "kata/median", arm: "haiku", repeat: 2, attempt: 1 },
			suite: "katas",
			case: { file: "cases/kata/median.yaml", digest: "d", source: {} },
			arm: { provider: "anthropic", model: "claude", params: {}, overrides: {}, digest: "d" },
			system: "Be\nbrief.",
			prompts: ["Go."],
			tools: [{ name: "shell", description: "", inputSchema: {} }],
			verify: [],
		},
		"haiku/kata/median/2  (cases/kata/median.yaml; anthropic claude)\ntools: shell\nsystem: Be brief.",
	],
	["a prompt", { type: "turn-start", turn: 1, prompt: "Do it.\nNow." }, "\n── turn 1\n  Do it.\n  Now."],
	["nothing of a request", { type: "request", index: 0, turn: 1, round: 1, purpose: "round", digest: "d" }, ""],
	[
		"what the model said and asks for",
		{
			type: "reply",
			index: 0,
			reply: {
				ok: true,
				message: {
					role: "assistant",
					content: [
						{ type: "opaque", raw: {} },
						{ type: "text", text: "I look." },
						{ type: "tool-call", id: "1", name: "shell", args: { command: "ls" }, malformed: null },
						{ type: "tool-call", id: "2", name: "shell", args: {}, malformed: "{no" },
					],
				},
				stop: { kind: "tool-use", raw: "tool_use" },
				usage: USAGE,
			},
		},
		'  I look.\n  → shell {"command":"ls"}\n  → shell {no',
	],
	[
		"a request that failed",
		{
			type: "reply",
			index: 0,
			reply: { ok: false, failure: { kind: "overloaded", message: "busy\n", retryAfterMs: null, partial: "", usage: null } },
		},
		"  ! overloaded: busy",
	],
	["a call that ran", { type: "tool-call", call: CALL }, "  ← shell\n      one\n      two"],
	[
		"a call that was refused",
		{ type: "tool-call", call: { ...CALL, settledBy: "withheld", isError: true, result: "no" } },
		"  ← shell [withheld] error\n      no",
	],
	["steering", { type: "input", turn: 1, round: 2, from: "queue", text: "Hurry\nup." }, "  + queue: Hurry up."],
	["a compaction", { type: "compaction", turn: 1, round: 2, promptTokens: 900, summary: "so far" }, "  ~ compacted at 900 tokens: so far"],
	[
		"a turn's end",
		{ type: "turn-end", turn: 1, text: "Done.", cause: { code: "completed" }, rounds: 3, usage: USAGE },
		"── turn 1 ends: completed, 3 rounds",
	],
	[
		"a turn of one round",
		{ type: "turn-end", turn: 2, text: "Done.", cause: { code: "completed" }, rounds: 1, usage: USAGE },
		"── turn 2 ends: completed, 1 round",
	],
	["that nothing was changed", { type: "diff", changes: [] }, "\nworkspace: unchanged"],
	[
		"what was changed",
		{
			type: "diff",
			changes: [
				{ path: "a", before: null, after: { kind: "file", executable: false, size: 1, sha256: "", target: null } },
				{ path: "b", before: { kind: "file", executable: false, size: 1, sha256: "", target: null }, after: null },
				{
					path: "c",
					before: { kind: "file", executable: false, size: 1, sha256: "", target: null },
					after: { kind: "link", executable: false, size: 1, sha256: "", target: "d" },
				},
			],
		},
		"\nworkspace:\n  + a\n  - b\n  ~ c",
	],
	["a file that is looked at", { type: "file", file: { path: "a", exists: false, sha256: null, text: null } }, "\nfile a: missing"],
	[
		"a grader's command",
		{ type: "command", command: { digest: "d", run: "npm test", exitCode: 1, end: "exited", output: "no\n" } },
		"\n$ npm test  → exited, exit code 1\n      no",
	],
	[
		"one that was cut off",
		{ type: "command", command: { digest: "d", run: "npm test", exitCode: null, end: "timed-out", output: "" } },
		"\n$ npm test  → timed-out\n      ",
	],
	[
		"the end",
		{
			type: "outcome",
			outcome: { ...emptyOutcome({ code: "provider_error", message: "no\nkey" }), usage: USAGE, rounds: 3, owedAnswer: false },
		},
		"\nend: provider_error (no key); 3 rounds, 10 tokens",
	],
	[
		"the end of one round",
		{
			type: "outcome",
			outcome: { ...emptyOutcome({ code: "completed" }), usage: { ...USAGE, input: 1, output: 0 }, rounds: 1, owedAnswer: false },
		},
		"\nend: completed; 1 round, 1 token",
	],
	[
		"an end with all that can be said of one",
		{
			type: "outcome",
			outcome: {
				...emptyOutcome({ code: "token_budget", limit: 5, used: 7, alsoTrue: ["max_rounds", "pool_drained"] }, 2),
				usage: { ...USAGE, complete: false },
				forcedAnswer: true,
			},
		},
		"\nend: token_budget (7 of 5; also max_rounds, pool_drained); 0 rounds, 10 tokens; usage is a lower bound; no answer was given; the answer was asked for after the bound; prompts not played: 2",
	],
	[
		"input that came too late",
		{ type: "undelivered", texts: ["Only\nthis.", "That."] },
		"  ! never delivered: Only this.\n  ! never delivered: That.",
	],
	[
		"what a prompt was made of",
		{
			type: "breakdown",
			turn: 1,
			round: 2,
			segments: [
				{ name: "system", tokens: 3 },
				{ name: "tools", tokens: 40 },
			],
		},
		"  # system 3, tools 40 tokens",
	],
	[
		"old results that were cut",
		{ type: "trim", turn: 1, round: 2, results: 3, characters: 99 },
		"  ~ 3 old results cut; the conversation has 99 characters",
	],
	["a notice", { type: "notice", turn: 1, round: 1, text: "a hook\nfailed" }, "  ! a hook failed"],
];

describe("a transcript", () => {
	test.each(SHOWN)("shows %s", (_, line, text) => {
		expect(lineText(line)).toBe(text);
	});

	test("has an example of every kind of line", () => {
		expect(new Set(SHOWN.map(([, line]) => line.type))).toEqual(new Set(Object.keys(LINES)));
	});

	test.each(Object.entries(LINES))("of a line of the kind %s lets nothing through to the terminal", (_, lines) => {
		fc.assert(
			fc.property(lines as fc.Arbitrary<RecordingLine>, (line) => {
				// Ids and file names of a suite were checked when it was loaded.
				if (line.type !== "recording") expect(lineText(line)).not.toMatch(/[^\P{C}\n\t\p{Co}\p{Cn}]/u);
			}),
			{ numRuns: 30 },
		);
	});

	test("shows the head of a long result and says how much more there is", () => {
		const result = Array.from({ length: 30 }, (_, at) => `line ${at}`).join("\n");
		const text = lineText({ type: "tool-call", call: { ...CALL, result } });
		expect(text.split("\n")).toHaveLength(22);
		expect(text).toMatch(/line 19\n {6}\[10 more lines\]$/);
	});
});

describe("checks", () => {
	test("are shown with their verdict, each on one line", () => {
		const row = rowOf({
			verdict: "fail",
			checks: [{ ...failedCheck("contains", "found\nnothing"), passed: true }, failedCheck("verify", "exited with 1")],
		});
		expect(checksText(row)).toBe("FAIL\n  ok   contains: found nothing\n  FAIL verify: exited with 1");
	});
});
