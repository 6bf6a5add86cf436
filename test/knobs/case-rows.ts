import type { Json, JsonObject } from "../../src/core/json.ts";
import { suiteKit } from "../app/app-kit.ts";
import { stillClock } from "../support/still-clock.ts";
import type { Row } from "./table.ts";

/** What a batch leaves of one trial: its row of the card, and its recording, line by line. */
type Seen = {
	readonly row: {
		readonly stop: string;
		readonly verdict: string;
		readonly rounds: number;
		readonly requests: number;
		readonly end: { readonly forced_answer: boolean };
		readonly counters: { readonly compactions: number; readonly denied: number };
		readonly usage: { readonly input_tokens: number; readonly nano_usd: number };
	};
	readonly lines: readonly {
		readonly type: string;
		readonly from?: string;
		readonly text?: string;
		readonly tools?: readonly { name: string }[];
	}[];
	readonly slept: readonly number[];
	readonly trials: number;
};

type Look = (seen: Seen) => unknown;

type Given = {
	/** Keys of the case. */
	readonly asked?: JsonObject;
	readonly arm?: JsonObject;
	readonly config?: JsonObject;
};

const BASE: JsonObject = { prompt: "Go.", tags: ["x"], fixture: "f", expect: { contains: "Done" } };
const DONE: Json = { say: "Done." };
const READ: Json = { calls: [{ tool: "fs_read", args: { path: "big.txt" } }] };
const MISS: Json = { calls: [{ tool: "fs_read", args: { path: "missing.txt" } }] };
const WRITE: Json = { calls: [{ tool: "fs_write", args: { path: "a", content: "b" } }] };
const BROKEN: Json = { failure: { kind: "transport" } };
/** Enough rounds for a summary to have something to replace. */
const MANY: readonly Json[] = Array.from({ length: 9 }, () => READ);
const COSTLY: Json = { ...(READ as JsonObject), usage: { input_tokens: 1_000, output_tokens: 500 } };

/** Runs one case file under a script arm. No time passes but that which is slept. */
async function play(replies: readonly Json[], look: Look, { asked = {}, arm = {}, config = {} }: Given): Promise<unknown> {
	await using kit = await suiteKit({
		cases: { a: { ...BASE, ...asked } },
		scripts: { live: { "*": replies } },
		arms: { tuned: { provider: "script", file: "live.jsonl", ...arm } },
		config,
		files: { "fixtures/f/big.txt": `${"x".repeat(99)}\n`.repeat(50) },
	});
	const { clock, slept } = stillClock();
	await kit.run("run", { play: ["tuned"], clock });
	const { trials } = JSON.parse(await kit.text("run/scorecard.json"));
	const [row] = trials;
	const text = await kit.text("run", `${row.recording}.1.jsonl`);
	const lines = text
		.trimEnd()
		.split("\n")
		.map((line) => JSON.parse(line));
	return look({ row, lines, slept, trials: trials.length });
}

type Sketch = {
	readonly knob: string;
	readonly replies: readonly Json[];
	readonly look: Look;
	readonly left: unknown;
	readonly given: Given;
	readonly set: unknown;
	/** What both plays have. */
	readonly always?: Given;
};

function rowOf({ knob, replies, look, left, given, set, always = {} }: Sketch): Row {
	const both: Given = { ...always, ...given, asked: { ...always.asked, ...given.asked } };
	return {
		knob,
		left: { seen: () => play(replies, look, always), as: left },
		set: { seen: () => play(replies, look, both), as: set },
	};
}

const stop: Look = ({ row }) => row.stop;
const denials: Look = ({ row }) => row.counters.denied;
const stopAndRounds: Look = ({ row }) => [row.stop, row.rounds];
const sleeps: Look = ({ slept }) => slept;
const PRICED: Given = { arm: { model: "m" }, config: { prices: { m: { input: 1, output: 2 } } } };

const LIMITS: readonly Sketch[] = [
	{
		knob: "limits.maxRounds",
		replies: [READ, DONE],
		look: stopAndRounds,
		left: ["completed", 2],
		given: { asked: { limits: { rounds: 1 } } },
		set: ["max_rounds", 1],
	},
	{
		knob: "limits.hardMaxRounds",
		replies: [READ, DONE],
		look: stopAndRounds,
		left: ["completed", 2],
		given: { asked: { limits: { hard_rounds: 1 } } },
		set: ["max_rounds", 1],
	},
	{
		knob: "limits.maxToolCalls",
		replies: [READ, READ, DONE],
		look: stop,
		left: "completed",
		given: { asked: { limits: { tool_calls: 1 } } },
		set: "tool_budget",
	},
	{
		knob: "limits.maxTokens",
		replies: [COSTLY, DONE],
		look: stop,
		left: "completed",
		given: { asked: { limits: { tokens: 1_500 } } },
		set: "token_budget",
	},
	{
		knob: "limits.maxOutputTokens",
		replies: [COSTLY, DONE],
		look: stop,
		left: "completed",
		given: { asked: { limits: { output_tokens: 500 } } },
		set: "output_token_budget",
	},
	{
		knob: "limits.maxCostUsd",
		replies: [COSTLY, DONE],
		look: stop,
		left: "completed",
		given: { asked: { limits: { usd: 0.002 } } },
		set: "cost_budget",
		always: PRICED,
	},
	{
		knob: "prices",
		replies: [{ text: "Done.", usage: { input_tokens: 3, output_tokens: 5, cache_read_tokens: 7, cache_write_tokens: 11 } }],
		look: ({ row }) => row.usage.nano_usd,
		left: 0,
		given: { config: { prices: { m: { input: 1, output: 10, cache_read: 0.5, cache_write: 2 } } } },
		set: 3 * 1_000 + 5 * 10_000 + 7 * 500 + 11 * 2_000,
		always: { arm: { model: "m" } },
	},
	{
		knob: "limits.maxRequests",
		replies: [READ, DONE],
		look: ({ row }) => [row.stop, row.requests],
		left: ["completed", 2],
		given: { asked: { limits: { requests: 1 } } },
		set: ["request_budget", 1],
	},
	{
		knob: "limits.deadlineMs",
		replies: [{ text: "Done.", delay_ms: 60_000 }],
		look: stop,
		left: "completed",
		given: { asked: { limits: { wall: "30s" } } },
		set: "deadline",
	},
	{
		knob: "limits.deadlineAt",
		replies: [DONE],
		look: ({ row }) => [row.stop, row.requests],
		left: ["completed", 1],
		given: { asked: { limits: { deadline: "2020-01-01T00:00:00Z" } } },
		set: ["deadline", 0],
	},
	{
		// Retry sleeps are no work, but they are time.
		knob: "limits.elapsed",
		replies: [{ text: "Done.", delay_ms: 60_000 }],
		look: ({ row }) => [row.stop, row.verdict],
		left: ["completed", "pass"],
		given: { asked: { limits: { elapsed: "30s" } } },
		set: ["elapsed", "ungraded"],
	},
	{
		knob: "limits.maxTranscriptChars",
		replies: [READ, READ, DONE],
		look: ({ row, lines }) => [row.stop, lines.filter(({ type }) => type === "trim").length],
		left: ["completed", 0],
		given: { asked: { limits: { transcript_chars: 6_000 } } },
		set: ["completed", 1],
	},
	{
		knob: "limits.maxDenials",
		replies: [WRITE, WRITE, DONE],
		look: stop,
		left: "completed",
		given: { asked: { limits: { denials: { in_a_row: 2 } } } },
		set: "denial_limit",
		always: { asked: { phase: "plan" } },
	},
	{
		knob: "limits.maxDenials.total",
		replies: [WRITE, READ, WRITE, DONE],
		look: stop,
		left: "completed",
		given: { asked: { limits: { denials: { total: 2 } } } },
		set: "denial_limit",
		always: { asked: { phase: "plan" } },
	},
];

const RETRIES: readonly Sketch[] = [
	{
		knob: "retry.max",
		replies: [BROKEN, DONE],
		look: ({ row }) => [row.stop, row.requests],
		left: ["completed", 2],
		given: { asked: { retry: { max: 0 } } },
		set: ["provider_error", 1],
	},
	{
		knob: "retry.baseMs",
		replies: [BROKEN, BROKEN, DONE],
		look: sleeps,
		left: [500, 1_000],
		given: { asked: { retry: { base_ms: 7 } } },
		set: [7, 14],
	},
	{
		knob: "retry.maxMs",
		replies: [BROKEN, BROKEN, DONE],
		look: sleeps,
		left: [500, 1_000],
		given: { asked: { retry: { max_ms: 600 } } },
		set: [500, 600],
	},
	{
		knob: "retry.retryAfterCapMs",
		replies: [{ failure: { kind: "overloaded", retry_after_ms: 90_000 } }, DONE],
		look: sleeps,
		left: [60_000],
		given: { asked: { retry: { retry_after_cap_ms: 2_000 } } },
		set: [2_000],
	},
	{
		knob: "retry.overloadedMs",
		replies: [{ failure: { kind: "overloaded" } }, DONE],
		look: stop,
		left: "completed",
		given: { asked: { retry: { overloaded_ms: 499 } } },
		set: "provider_error",
	},
	{
		knob: "arm.retry",
		replies: [BROKEN, DONE],
		look: stop,
		left: "completed",
		given: { arm: { retry: { max: 0 } } },
		set: "provider_error",
	},
];

const GUARDS: readonly Sketch[] = [
	{
		knob: "stuck.window",
		replies: [MISS, MISS, DONE],
		look: stop,
		left: "completed",
		given: { asked: { stuck: { window: 2 } } },
		set: "stuck",
	},
	{
		knob: "stuck.errorRate",
		replies: [READ, READ, MISS, DONE],
		look: stop,
		left: "completed",
		given: { asked: { stuck: { window: 3, error_rate: 0.3 } } },
		set: "stuck",
		always: { asked: { stuck: { window: 3 } } },
	},
	{
		knob: "loopGuard",
		replies: [...MANY, DONE],
		look: stop,
		left: "loop",
		given: { asked: { loop_guard: false } },
		set: "completed",
		always: { asked: { compact_at_tokens: 100 } },
	},
	{
		knob: "emptyRetries",
		replies: [{ text: "" }, DONE],
		look: stop,
		left: "completed",
		given: { asked: { empty_retries: 0 } },
		set: "no_output",
	},
	{
		knob: "finalAnswerRound",
		replies: [READ, DONE],
		look: ({ row }) => [row.stop, row.verdict, row.requests, row.end.forced_answer],
		left: ["max_rounds", "fail", 1, false],
		given: { asked: { final_answer: true } },
		set: ["max_rounds", "pass", 2, true],
		always: { asked: { limits: { rounds: 1 } } },
	},
];

const PERMISSIONS: readonly Sketch[] = [
	{
		knob: "permissionMode",
		replies: [WRITE, DONE],
		look: denials,
		left: 0,
		given: { asked: { permissions: { mode: "strict" } } },
		set: 1,
	},
	{
		knob: "permissions.allow",
		replies: [WRITE, DONE],
		look: denials,
		left: 1,
		given: { asked: { permissions: { mode: "strict", allow: ["fs_write(a)"] } } },
		set: 0,
		always: { asked: { permissions: { mode: "strict" } } },
	},
	{
		knob: "permissions.deny",
		replies: [WRITE, DONE],
		look: denials,
		left: 0,
		given: { asked: { permissions: { mode: "bypass", deny: ["fs_write(*)"] } } },
		set: 1,
		always: { asked: { permissions: { mode: "bypass" } } },
	},
	{
		knob: "permissions.ask",
		replies: [WRITE, DONE],
		look: denials,
		left: 1,
		given: { asked: { permissions: { mode: "default", ask: { fs_write: "allow" } } } },
		set: 0,
		always: { asked: { permissions: { mode: "default" } } },
	},
];

const CASES: readonly Sketch[] = [
	{
		knob: "compaction.atTokens",
		replies: [...MANY, DONE],
		look: ({ row }) => row.counters.compactions > 0,
		left: false,
		given: { asked: { compact_at_tokens: 100 } },
		set: true,
		always: { asked: { loop_guard: false } },
	},
	{
		knob: "steer",
		replies: [READ, DONE],
		look: ({ lines }) => lines.flatMap(({ type, from, text }) => (type === "input" ? [[from, text]] : [])),
		left: [],
		given: { asked: { steer: [{ round: 2, text: "Only the first line." }] } },
		set: [["queue", "Only the first line."]],
	},
	{
		knob: "withheld",
		replies: [WRITE, DONE],
		look: ({ row }) => row.counters.denied,
		left: 0,
		given: { asked: { withhold: ["fs_write"] } },
		set: 1,
	},
	{
		knob: "phase",
		replies: [WRITE, DONE],
		look: ({ row }) => row.counters.denied,
		left: 0,
		given: { asked: { phase: "plan" } },
		set: 1,
	},
	{
		knob: "tools",
		replies: [DONE],
		look: ({ lines }) => lines[0]?.tools?.map(({ name }) => name),
		left: ["fs_edit", "fs_list", "fs_read", "fs_search", "fs_write", "shell"],
		given: { asked: { tools: ["fs_list"] } },
		set: ["fs_list"],
	},
	{
		knob: "tools.maxLines",
		replies: [READ, DONE],
		look: ({ row }) => row.usage.input_tokens > 2_000,
		left: true,
		given: { asked: { tool_output: { lines: 2 } } },
		set: false,
	},
	{
		knob: "tools.maxBytes",
		replies: [READ, DONE],
		look: ({ row }) => row.usage.input_tokens > 2_000,
		left: true,
		given: { asked: { tool_output: { bytes: 150 } } },
		set: false,
	},
	{
		knob: "verify",
		replies: [DONE],
		look: ({ row }) => row.verdict,
		left: "pass",
		given: { asked: { expect: { contains: "Done", verify: "test -f never-written" } } },
		set: "fail",
	},
	{
		knob: "runs",
		replies: [DONE],
		look: ({ trials }) => trials,
		left: 1,
		given: { asked: { repeats: 3 } },
		set: 3,
	},
	{
		knob: "system",
		replies: [DONE],
		look: ({ row }) => row.usage.input_tokens > 1_000,
		left: false,
		given: { asked: { system: "Be brief. ".repeat(500) } },
		set: true,
	},
	{
		knob: "arm.overrides",
		replies: [READ, DONE],
		look: stop,
		left: "completed",
		given: { arm: { overrides: { limits: { rounds: 1 } } } },
		set: "max_rounds",
	},
];

export const CASE_ROWS: readonly Row[] = [...LIMITS, ...RETRIES, ...GUARDS, ...PERMISSIONS, ...CASES].map(rowOf);
