import fc from "fast-check";
import type { RunFields } from "../../src/agent/context.ts";
import { DEFAULT_GUARDS, type Guards } from "../../src/agent/guards.ts";
import { FAILURE_KINDS, type Model, type ModelReply, type ModelStop } from "../../src/agent/model.ts";
import { InputQueue } from "../../src/agent/queued-input.ts";
import { DEFAULT_RETRY } from "../../src/agent/retry.ts";
import type { RoundDecision } from "../../src/agent/strategy.ts";
import type { Tool } from "../../src/agent/tool.ts";
import { TurnOptions } from "../../src/agent/turn-options.ts";
import type { Budget } from "../../src/core/budget.ts";
import { CancellationToken } from "../../src/core/cancel.ts";
import type { AssistantMessage, ToolCallBlock } from "../../src/core/message.ts";
import { BudgetPool } from "../../src/core/pool.ts";
import { bounded, type Played, play, reader, saying, trip, writer } from "./kernel.ts";

const STOPS: readonly ModelStop["kind"][] = ["end", "tool-use", "max-tokens", "refusal", "pause", "context-window", "other"];
const TOOLS = ["look", "change", "broken", "picky", "withheld", "nowhere", "malformed"] as const;

/** Mostly the one, now and then one of the others. */
function mostly<T, U>(usual: T, others: readonly U[], weight: number): fc.Arbitrary<T | U> {
	return fc.oneof({ weight, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: fc.constantFrom(...others) });
}

/** What happens beside a request or a call, from outside the run. */
const effect = mostly("none", ["steer", "steer", "steer", "follow-up", "follow-up", "blank", "cancel", "stop"], 7);
const tokens = fc.record({ input: fc.nat(30), output: fc.nat(30), cacheRead: fc.nat(9), cacheWrite: fc.nat(9), complete: fc.boolean() });
const call = fc.record({ name: fc.constantFrom(...TOOLS), effect, characters: fc.constantFrom(1, 150, 400) });
const text = fc.constantFrom("", " ", "Said.", "Said at length, so that it counts for something.");

const step = fc.record({
	effect,
	usage: tokens,
	text,
	calls: fc.oneof({ weight: 1, arbitrary: fc.array(call, { maxLength: 0 }) }, { weight: 3, arbitrary: fc.array(call, { maxLength: 4 }) }),
	opaque: fc.boolean(),
	stop: mostly(null, [...STOPS, "pause", "pause", "pause", "pause"] as const, 6),
	failure: mostly(null, FAILURE_KINDS, 14),
	reported: fc.boolean(),
});

const decision: fc.Arbitrary<RoundDecision> = fc.oneof(
	{ weight: 12, arbitrary: fc.constant({ kind: "proceed" } as const) },
	{ weight: 5, arbitrary: fc.constant({ kind: "inject", text: "Injected." } as const) },
	{ weight: 1, arbitrary: fc.constant({ kind: "stop" } as const) },
);

/** Mostly no bound, so that runs get somewhere. */
function few(most: number): fc.Arbitrary<number | null> {
	return fc.oneof({ weight: 5, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: fc.nat(most) });
}

export const randomRun = fc.record({
	steps: fc.array(step, { minLength: 1, maxLength: 16, size: "max" }),
	prompts: fc.integer({ min: 1, max: 3 }),
	budget: fc.record({
		rounds: few(12),
		requests: few(20),
		tokens: few(900),
		outputTokens: few(600),
		toolCalls: few(30),
		elapsedMs: few(9_000),
		transcriptChars: few(1_500),
	}),
	pool: few(1_000),
	compactAtTokens: fc.option(fc.nat(40), { freq: 2 }),
	finalAnswer: fc.boolean(),
	guards: fc.boolean(),
	decisions: fc.option(fc.array(decision, { maxLength: 8 }), { freq: 2 }),
	early: fc.array(effect, { maxLength: 1 }),
});
export type RandomRun = typeof randomRun extends fc.Arbitrary<infer T> ? T : never;
type Step = RandomRun["steps"][number];

export type RandomPlayed = Played & {
	readonly pool: BudgetPool | null;
	readonly budget: Budget;
	/** What was put into the queue, blank texts left out. */
	readonly pushed: readonly string[];
	/** How many requests had been sent when the first token was tripped; null where none was. */
	readonly trippedAfter: number | null;
};

/** Plays it. All that happens is in the script: the same one plays the same. */
export async function playRandom(run: RandomRun): Promise<RandomPlayed> {
	const outside = outsideOf();
	const pool = run.pool === null ? null : new BudgetPool(run.pool);
	const budget = bounded(run.budget);
	for (const early of run.early) outside.happen(early);
	const context: Partial<RunFields> = {
		budget,
		cancel: outside.cancel,
		stop: outside.stop,
		queuedInput: outside.queue,
		withheld: new Set(["withheld"]),
		compactAtTokens: run.compactAtTokens,
		finalAnswer: run.finalAnswer,
		guards: run.guards ? DEFAULT_GUARDS : PATIENT,
	};
	const left = [...(run.decisions ?? [])];
	const strategy = run.decisions === null ? null : { decide: () => left.shift() ?? ({ kind: "proceed" } as const) };
	const played = await play({
		tools: toolsOf(outside, run.steps),
		context,
		deps: { model: modelOf(run.steps, outside), retry: { ...DEFAULT_RETRY, max: 2 } },
		summaries: saying("Summed up."),
		prompts: Array.from({ length: run.prompts }, (_, at) => ({
			prompt: `Prompt ${at + 1}.`,
			options: new TurnOptions({ pool, strategy }),
		})),
	});
	return { ...played, pool, budget, pushed: outside.pushed, trippedAfter: outside.trippedAfter() };
}

/** Lets a run of nothing but mistakes go on. */
const PATIENT: Guards = { emptyReplies: 1, stuck: null, loop: false, denials: { inARow: 99, total: 99 } };

type Outside = ReturnType<typeof outsideOf>;

function outsideOf() {
	const [cancel, stop, queue] = [new CancellationToken(), new CancellationToken(), new InputQueue()];
	const pushed: string[] = [];
	let requests = 0;
	let trippedAfter: number | null = null;
	const pull = (token: CancellationToken): void => {
		trippedAfter ??= requests;
		trip(token);
	};
	const push = (kind: "steer" | "follow-up"): void => {
		pushed.push(`${kind} ${pushed.length}`);
		queue.push(pushed.at(-1)!, kind);
	};
	const happen = (what: string): void => {
		if (what === "cancel") pull(cancel);
		if (what === "stop") pull(stop);
		if (what === "blank") queue.push(" \n");
		if (what === "steer" || what === "follow-up") push(what);
	};
	return { cancel, stop, queue, pushed, happen, requested: () => ++requests, trippedAfter: () => trippedAfter };
}

function modelOf(steps: readonly Step[], outside: Outside): Model {
	let played = 0;
	return {
		call: async (_, signal) => {
			outside.requested();
			const given = steps[played++];
			if (given !== undefined) outside.happen(given.effect);
			return given === undefined ? done() : replyOf(given, played, signal?.aborted ?? false);
		},
	};
}

function done(): ModelReply {
	const usage = { input: 1, output: 1, cacheRead: 0, cacheWrite: 0, complete: true };
	return { ok: true, message: { role: "assistant", content: [{ type: "text", text: "Done." }] }, stop: { kind: "end", raw: "end" }, usage };
}

function replyOf({ failure, usage, text: partial, ...given }: Step, number: number, aborted: boolean): ModelReply {
	const kind = aborted && given.reported ? "cancelled" : failure;
	if (kind !== null) {
		return { ok: false, failure: { kind, message: kind, retryAfterMs: null, partial, usage: given.reported ? usage : null } };
	}
	const calls = given.calls.map(
		({ name }: Step["calls"][number], at: number): ToolCallBlock => ({
			type: "tool-call",
			id: `${number}-${at}`,
			name: name === "malformed" ? "look" : name,
			args: { at: `${number}-${at}` },
			malformed: name === "malformed" ? "{" : null,
		}),
	);
	const content: AssistantMessage["content"] = [
		...(given.opaque ? [{ type: "opaque", raw: { thought: number } } as const] : []),
		...(partial === "" ? [] : [{ type: "text", text: partial } as const]),
		...calls,
	];
	return {
		ok: true,
		message: { role: "assistant", content },
		stop: { kind: given.stop ?? (calls.length > 0 ? "tool-use" : "end"), raw: "raw" },
		usage,
	};
}

/** A call finds what it is to do by its arguments. */
function toolsOf(outside: Outside, steps: readonly Step[]): readonly Tool[] {
	const run = (tool: Tool): Tool => ({
		...tool,
		prepare: (args) => {
			const [number, at] = JSON.stringify(args).match(/\d+/g)!.map(Number);
			const given = steps[number! - 1]!.calls[at!]!;
			if (given.name === "picky") return { ok: false, problem: "picky" };
			return {
				ok: true,
				run: async () => {
					outside.happen(given.effect);
					if (given.name === "broken") throw new Error("broken");
					return { content: "x".repeat(given.characters), isError: false };
				},
			};
		},
	});
	return [reader("look"), writer("change"), reader("broken"), writer("picky"), reader("withheld")].map(run);
}
