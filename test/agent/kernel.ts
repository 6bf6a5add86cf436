import { once } from "node:events";
import { type Approver, allowAll } from "../../src/agent/approver.ts";
import { RunContext, type RunFields } from "../../src/agent/context.ts";
import type { RunDeps } from "../../src/agent/deps.ts";
import type { AgentEvent } from "../../src/agent/event.ts";
import type { Model, ModelRequest } from "../../src/agent/model.ts";
import { playTurn, turnContext } from "../../src/agent/play-turn.ts";
import { ProviderPause } from "../../src/agent/provider-pause.ts";
import { InputQueue } from "../../src/agent/queued-input.ts";
import { DEFAULT_RETRY } from "../../src/agent/retry.ts";
import { type Prompt, type RunOutcome, runPrompts } from "../../src/agent/run.ts";
import type { Tool, ToolResult } from "../../src/agent/tool.ts";
import { freeTools } from "../../src/agent/tool-set.ts";
import type { TurnOutcome } from "../../src/agent/turn.ts";
import { type Budget, UNBOUNDED } from "../../src/core/budget.ts";
import { CancellationToken } from "../../src/core/cancel.ts";
import type { Message } from "../../src/core/message.ts";
import { systemClock } from "../../src/core/system-clock.ts";
import type { Usage } from "../../src/core/usage.ts";
import { type ScriptReply, scriptedModel } from "../../src/model/scripted.ts";
import { stillClock } from "../support/still-clock.ts";

export { stillClock };

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

export type Script = {
	/** What the model says, unless `deps` has one of its own. */
	readonly replies?: readonly ScriptReply[];
	readonly tools?: readonly Tool[];
	readonly approver?: Approver;
	readonly context?: Partial<RunFields>;
	readonly deps?: Partial<RunDeps>;
	readonly prompts?: readonly Prompt[];
	/** What a request for a summary gets; without it, the scripted model's own. */
	readonly summaries?: ScriptReply;
};

/** Plays a script through the kernel, whose clock stands still but for what it sleeps. */
export async function play(script: Script): Promise<Played> {
	const { deps, context, seen } = stage(script);
	return { outcome: await runPrompts(deps, context, script.prompts ?? ["Go."]), ...seen };
}

/** Plays one turn on top of a conversation that is there already. */
export async function playOn(
	messages: readonly Message[],
	script: Script,
): Promise<Omit<Played, "outcome"> & { readonly turn: TurnOutcome }> {
	const { deps, context, seen } = stage(script);
	return { turn: await playTurn(deps, context, turnContext("Go on.", { messages })), ...seen };
}

/** What a run is started with, and what is seen of it. */
export function stage({ replies = [], tools = [], approver = allowAll, context = {}, deps = {}, summaries }: Script): {
	readonly deps: RunDeps;
	readonly context: RunContext;
	readonly seen: Omit<Played, "outcome">;
} {
	const events: AgentEvent[] = [];
	const requests: ModelRequest[] = [];
	const metered: Usage[] = [];
	const still = stillClock();
	const { clock = still.clock } = deps;
	const scripted = withSummaries(deps.model ?? scriptedModel(replies, { clock }), summaries ?? null);
	const base: RunDeps = {
		model: scripted,
		clock,
		emit: (event) => events.push(event),
		meter: (spent) => metered.push(spent),
		price: null,
		retry: DEFAULT_RETRY,
		pause: new ProviderPause(clock),
	};
	return {
		deps: { ...base, ...deps, model: observed(scripted, requests) },
		context: new RunContext(freeTools(tools), approver, context),
		seen: { events, requests, slept: still.slept, metered },
	};
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

/** A model that is never done: it gives what had arrived once its signal fires. */
export function hanging(partial = ""): Model {
	return {
		call: async (_, signal) => {
			if (signal !== null && !signal.aborted) await once(signal, "abort");
			return { ok: false, failure: { kind: "cancelled", message: "cancelled", retryAfterMs: null, partial, usage: null } };
		},
	};
}

/** The models in turn, one a request; the last one answers all that follow. */
export function inTurn(...models: readonly Model[]): Model {
	let requests = 0;
	return {
		call: (request, signal) => {
			const model = models[Math.min(requests, models.length - 1)]!;
			requests += 1;
			return model.call(request, signal);
		},
	};
}

export function tripped(): CancellationToken {
	const token = new CancellationToken();
	trip(token);
	return token;
}

export function trip(token: CancellationToken): void {
	token.cancel({ kind: "caller", note: "test" });
}

/** What a message says, block by block: texts, `name()` of calls, `=content` of results. */
export function said(message: Message): readonly string[] {
	return message.content.map((block) => {
		if (block.type === "text") return block.text;
		if (block.type === "tool-call") return `${block.name}()`;
		return block.type === "tool-result" ? `=${block.content}` : "opaque";
	});
}

export function asked(request: ModelRequest | undefined): readonly (readonly string[])[] {
	return (request?.messages ?? []).map(said);
}
