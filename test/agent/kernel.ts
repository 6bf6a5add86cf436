import { type Approver, allowAll } from "../../src/agent/approver.ts";
import { RunContext, type RunFields } from "../../src/agent/context.ts";
import type { RunDeps } from "../../src/agent/deps.ts";
import type { AgentEvent } from "../../src/agent/event.ts";
import type { Model, ModelRequest } from "../../src/agent/model.ts";
import { ProviderPause } from "../../src/agent/provider-pause.ts";
import { InputQueue } from "../../src/agent/queued-input.ts";
import { DEFAULT_RETRY } from "../../src/agent/retry.ts";
import { type Prompt, type RunOutcome, runPrompts } from "../../src/agent/run.ts";
import type { Tool, ToolResult } from "../../src/agent/tool.ts";
import { freeTools } from "../../src/agent/tool-set.ts";
import { type Budget, UNBOUNDED } from "../../src/core/budget.ts";
import type { Clock } from "../../src/core/clock.ts";
import { systemClock } from "../../src/core/system-clock.ts";
import type { Usage } from "../../src/core/usage.ts";
import { type ScriptReply, scriptedModel } from "../../src/model/scripted.ts";

type Run = (signal: AbortSignal) => Promise<ToolResult>;

const done: Run = async () => ({ content: "done", isError: false });

export function reader(name: string, run: Run = done): Tool {
	return { spec: { name, description: name, inputSchema: { type: "object" } }, readOnly: true, prepare: () => ({ ok: true, run }) };
}

export function writer(name: string, run: Run = done): Tool {
	return { ...reader(name, run), readOnly: false };
}

/** A reply of 10 tokens in and 10 out, unless it says otherwise. */
export function reply(fields: Partial<ScriptReply> = {}): ScriptReply {
	return { text: null, calls: [], usage: usage(10, 10), stop: null, delayMs: 0, failure: null, ...fields };
}

export function calling(...names: readonly string[]): ScriptReply {
	return reply({ calls: names.map((name) => ({ name, args: {} })) });
}

export function saying(text: string, fields: Partial<ScriptReply> = {}): ScriptReply {
	return reply({ text, ...fields });
}

export function failing(kind: NonNullable<ScriptReply["failure"]>["kind"], retryAfterMs: number | null = null): ScriptReply {
	return reply({ usage: null, failure: { kind, message: kind, retryAfterMs } });
}

export function usage(input: number, output: number, cacheRead = 0): Usage {
	return { input, output, cacheRead, cacheWrite: 0, complete: true };
}

export function bounded(budget: Partial<Budget>): Budget {
	return { ...UNBOUNDED, ...budget };
}

/** Holds one text from the start. */
export function queueOf(text: string): InputQueue {
	const queue = new InputQueue();
	queue.push(text);
	return queue;
}

export type Played = {
	readonly outcome: RunOutcome;
	readonly events: readonly AgentEvent[];
	/** What the model was asked, in order. */
	readonly requests: readonly ModelRequest[];
	/** Milliseconds slept before retries; none of it is really slept. */
	readonly slept: readonly number[];
	readonly metered: readonly Usage[];
};

type Script = {
	readonly replies: readonly ScriptReply[];
	readonly tools?: readonly Tool[];
	readonly approver?: Approver;
	readonly context?: Partial<RunFields>;
	readonly deps?: Partial<RunDeps>;
	readonly prompts?: readonly Prompt[];
	/** What a request for a summary gets; without it, the scripted model's own. */
	readonly summaries?: ScriptReply;
};

/** Plays a script through the kernel, whose clock stands still but for what it sleeps. */
export async function play({
	replies,
	tools = [],
	approver = allowAll,
	context = {},
	deps = {},
	prompts = ["Go."],
	summaries,
}: Script): Promise<Played> {
	const events: AgentEvent[] = [];
	const requests: ModelRequest[] = [];
	const metered: Usage[] = [];
	const { clock, slept } = stillClock();
	const model = observed(withSummaries(scriptedModel(replies, { clock }), summaries ?? null), requests);
	const base: RunDeps = {
		model,
		clock,
		emit: (event) => events.push(event),
		meter: (spent) => metered.push(spent),
		price: null,
		retry: DEFAULT_RETRY,
		pause: new ProviderPause(clock),
	};
	const outcome = await runPrompts({ ...base, ...deps }, new RunContext(freeTools(tools), approver, context), prompts);
	return { outcome, events, requests, slept, metered };
}

function observed(model: Model, requests: ModelRequest[]): Model {
	return {
		call: (request, signal) => {
			requests.push(request);
			return model.call(request, signal);
		},
	};
}

function withSummaries(model: Model, summary: ScriptReply | null): Model {
	if (summary === null) return model;
	return {
		call: (request, signal) =>
			request.purpose === "summary"
				? scriptedModel([summary], { clock: systemClock }).call({ ...request, purpose: "round" }, signal)
				: model.call(request, signal),
	};
}

/** Its time passes only in sleeps, which end at once. */
export function stillClock(): { readonly clock: Clock; readonly slept: number[] } {
	const slept: number[] = [];
	let nowMs = 0;
	const sleep: Clock["sleep"] = async (ms) => {
		slept.push(ms);
		nowMs += ms;
	};
	return { clock: { ...systemClock, nowMs: () => nowMs, sleep }, slept };
}
