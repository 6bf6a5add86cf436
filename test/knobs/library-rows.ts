import type * as assay from "../../src/index.ts";
import {
	type AgentEvent,
	BudgetPool,
	CancellationToken,
	freeTools,
	InputQueue,
	ProviderPause,
	playTurn,
	RunContext,
	runPrompts,
	type ScriptReply,
	scriptedModel,
	TurnOptions,
	toolsAt,
	turnContext,
} from "../../src/index.ts";
import { calling, failing, reader, saying, usage, writer } from "../agent/kernel.ts";
import { suiteKit } from "../app/app-kit.ts";
import { stillClock } from "../support/still-clock.ts";
import { SAY_READY } from "../support/suite-files.ts";
import type { Row } from "./table.ts";

/** What a caller of the library sees of one run. */
type Seen = {
	readonly outcome: assay.RunOutcome;
	readonly events: readonly AgentEvent[];
	readonly requests: readonly assay.ModelRequest[];
	readonly slept: readonly number[];
};

type Given = {
	readonly context?: (context: RunContext) => RunContext<assay.Homeostat | null>;
	readonly options?: TurnOptions;
	readonly approver?: assay.Approver;
	readonly segments?: readonly assay.PromptSegment[];
};

const TOOLS = [reader("look", async () => ({ content: "seen", isError: false })), writer("change")];

/** Plays prompts as a caller of the library does: nothing of a case, a suite or a disk. */
async function play(replies: readonly ScriptReply[], { context = (it) => it, options, approver, segments }: Given): Promise<Seen> {
	const { clock, slept } = stillClock();
	const events: AgentEvent[] = [];
	const requests: assay.ModelRequest[] = [];
	const script = scriptedModel(replies, { clock });
	const model: assay.Model = {
		call: (request, signal) => {
			requests.push(request);
			return script.call(request, signal);
		},
	};
	const prompt = { prompt: "Go.", ...(options === undefined ? {} : { options }), ...(segments === undefined ? {} : { segments }) };
	const deps: assay.RunDeps = {
		model,
		clock,
		emit: (event) => events.push(event),
		meter: () => {},
		price: null,
		retry: { max: 5, baseMs: 500, maxMs: 5_000, retryAfterCapMs: 60_000, overloadedMs: 600_000 },
		pause: new ProviderPause(clock),
	};
	const outcome = await runPrompts(deps, context(new RunContext(freeTools(TOOLS), approver)), [prompt]);
	return { outcome, events, requests, slept };
}

type Sketch = {
	readonly knob: string;
	readonly replies: readonly ScriptReply[];
	readonly look: (seen: Seen) => unknown;
	readonly left: unknown;
	readonly given: () => Given;
	readonly set: unknown;
};

function rowOf({ knob, replies, look, left, given, set }: Sketch): Row {
	return {
		knob,
		left: { seen: async () => look(await play(replies, {})), as: left },
		set: { seen: async () => look(await play(replies, given())), as: set },
	};
}

const stop = ({ outcome }: Seen): unknown => outcome.cause.code;
const inputs = ({ events }: Seen): unknown => events.flatMap((event) => (event.type === "input" ? [`${event.from}: ${event.text}`] : []));
const settled = ({ outcome }: Seen): unknown => outcome.calls.map(({ settledBy, result }) => `${settledBy}: ${result}`);

function tripped(): CancellationToken {
	const token = new CancellationToken();
	token.cancel({ kind: "caller", note: "enough" });
	return token;
}

/** Options whose own token has been pulled. */
function pulled([options, token]: readonly [TurnOptions, CancellationToken]): TurnOptions {
	token.cancel({ kind: "caller", note: "enough" });
	return options;
}

function holding(kind: "steer" | "follow-up"): InputQueue {
	const queue = new InputQueue();
	queue.push("Also this.", kind);
	return queue;
}

const SKETCHES: readonly Sketch[] = [
	{
		knob: "cancel",
		replies: [saying("Done.")],
		look: ({ outcome, requests }) => [outcome.cause.code, outcome.status, outcome.turns[0]?.conversation, requests.length],
		left: ["completed", "ok", "committed", 1],
		given: () => ({ options: new TurnOptions().withCancel(tripped()) }),
		set: ["cancelled", "interrupted", "discarded", 0],
	},
	{
		knob: "stop",
		replies: [saying("Done.")],
		look: ({ outcome, requests }) => [outcome.cause.code, outcome.status, outcome.turns[0]?.conversation, requests.length],
		left: ["completed", "ok", "committed", 1],
		given: () => ({ options: new TurnOptions().withStop(tripped()) }),
		set: ["stop_requested", "stopped", "committed", 0],
	},
	{
		knob: "RunContext.withCancel",
		replies: [saying("Done.")],
		look: ({ outcome, requests }) => [outcome.cause.code, requests.length],
		left: ["completed", 1],
		given: () => ({ context: (context) => context.withCancel(tripped()) }),
		set: ["cancelled", 0],
	},
	{
		knob: "RunContext.withStop",
		replies: [saying("Done.")],
		look: ({ outcome, requests }) => [outcome.cause.code, requests.length],
		left: ["completed", 1],
		given: () => ({ context: (context) => context.withStop(tripped()) }),
		set: ["stop_requested", 0],
	},
	{
		knob: "RunContext.withHold",
		replies: [saying("Done.")],
		look: ({ outcome, requests }) => [outcome.cause.code, requests.map(({ maxTokens }) => maxTokens !== null)],
		left: ["completed", [false]],
		given: () => ({ context: (context) => context.withHold({ tokens: 5_000, nanoUsd: null, floorTokens: 1_024 }) }),
		set: ["completed", [true]],
	},
	{
		knob: "RunContext.withStream",
		replies: [saying("Done.")],
		look: ({ requests }) => requests.map(({ stream }) => stream),
		left: [false],
		given: () => ({ context: (context) => context.withStream(true) }),
		set: [true],
	},
	{
		knob: "TurnOptions.cancellable",
		replies: [saying("Done.")],
		look: stop,
		left: "completed",
		given: () => ({ options: pulled(TurnOptions.cancellable()) }),
		set: "cancelled",
	},
	{
		knob: "TurnOptions.stoppable",
		replies: [saying("Done.")],
		look: stop,
		left: "completed",
		given: () => ({ options: pulled(TurnOptions.stoppable()) }),
		set: "stop_requested",
	},
	{
		knob: "TurnOptions.withDeadline",
		replies: [saying("Done.", { delayMs: 5_000 })],
		look: stop,
		left: "completed",
		given: () => ({ options: new TurnOptions().withDeadline(1_000) }),
		set: "deadline",
	},
	{
		knob: "TurnOptions.withAbsoluteDeadline",
		replies: [saying("Done.")],
		look: stop,
		left: "completed",
		given: () => ({ options: new TurnOptions().withAbsoluteDeadline(0) }),
		set: "deadline",
	},
	{
		knob: "TurnOptions.withToolBudget",
		replies: [calling("look", "look"), saying("Done.")],
		look: settled,
		left: ["executed: seen", "executed: seen"],
		given: () => ({ options: new TurnOptions().withToolBudget(1) }),
		set: ["bound: Not run: tool_budget", "bound: Not run: tool_budget"],
	},
	{
		knob: "TurnOptions.withTokenBudget",
		replies: [calling("look"), saying("Done.")],
		look: stop,
		left: "completed",
		given: () => ({ options: new TurnOptions().withTokenBudget(20) }),
		set: "token_budget",
	},
	{
		knob: "TurnOptions.withRequestBudget",
		replies: [calling("look"), saying("Done.")],
		look: stop,
		left: "completed",
		given: () => ({ options: new TurnOptions().withRequestBudget(1) }),
		set: "request_budget",
	},
	{
		knob: "TurnOptions.withRetrySchedule",
		replies: [failing("transport"), saying("Done.")],
		look: ({ slept }) => slept,
		left: [500],
		given: () => ({ options: new TurnOptions().withRetrySchedule({ baseMs: 9, maxMs: 9, retryAfterCapMs: 9 }) }),
		set: [9],
	},
	{
		knob: "TurnOptions.withRetryBudget",
		replies: [failing("transport"), saying("Done.")],
		look: stop,
		left: "completed",
		given: () => ({ options: new TurnOptions().withRetryBudget(0) }),
		set: "provider_error",
	},
	{
		knob: "TurnOptions.over",
		replies: [calling("look"), saying("Done.")],
		look: stop,
		left: "completed",
		given: () => ({ options: new TurnOptions().withCancel(new CancellationToken()).over(new TurnOptions().withTokenBudget(20)) }),
		set: "token_budget",
	},
	{
		knob: "pool",
		replies: [calling("look"), saying("Done.")],
		look: ({ outcome, events }) => [outcome.cause.code, outcome.status, events.length > 0],
		left: ["completed", "ok", true],
		given: () => ({ options: new TurnOptions().withPool(new BudgetPool(0)) }),
		set: ["pool_exhausted", "refused", false],
	},
	{
		knob: "pool.view",
		replies: [calling("look"), saying("Done.")],
		look: stop,
		left: "completed",
		given: () => ({ options: new TurnOptions().withPool(new BudgetPool(1_000).view(20)) }),
		set: "pool_drained",
	},
	{
		knob: "pool.charge",
		replies: [calling("look"), saying("Done.")],
		look: stop,
		left: "completed",
		given: () => {
			const pool = new BudgetPool(1_000);
			pool.record({ usage: usage(900, 85), nanoUsd: 0 });
			return { options: new TurnOptions().withPool(pool) };
		},
		set: "pool_drained",
	},
	{
		knob: "roundStrategy",
		replies: [saying("Draft."), saying("Done.")],
		look: ({ outcome }) => [outcome.rounds, outcome.turns[0]?.finalText],
		left: [1, "Draft."],
		given: () => {
			let asked = 0;
			return {
				options: new TurnOptions().withStrategy({
					decide: () => (asked++ === 0 ? { kind: "inject", text: "Finish it." } : { kind: "proceed" }),
				}),
			};
		},
		set: [2, "Done."],
	},
	{
		knob: "queuedInput",
		replies: [calling("look"), saying("Done.")],
		look: inputs,
		left: [],
		given: () => ({ context: (context) => context.withQueuedInput(holding("steer")) }),
		set: ["queue: Also this."],
	},
	{
		knob: "queuedInput.followUp",
		replies: [saying("Done."), saying("That too.")],
		look: ({ outcome, ...seen }) => [inputs({ outcome, ...seen }), outcome.turns[0]?.finalText],
		left: [[], "Done."],
		given: () => ({ context: (context) => context.withQueuedInput(holding("follow-up")) }),
		set: [["follow-up: Also this."], "That too."],
	},
	{
		knob: "mailbox",
		replies: [saying("Done.")],
		look: inputs,
		left: [],
		given: () => ({
			context: (context) => context.withMailbox({ deliver: true, claim: () => [{ from: "reviewer", text: "Look again." }] }),
		}),
		set: ["mail: [message from reviewer]\nLook again."],
	},
	{
		knob: "hooks.preTool",
		replies: [calling("look"), saying("Done.")],
		look: settled,
		left: ["executed: seen"],
		given: () => ({
			context: (context) => context.withHooks({ preTool: [async () => ({ kind: "deny", reason: "not now" })], postTool: [] }),
		}),
		set: ["hook: Blocked by a hook: not now"],
	},
	{
		knob: "hooks.postTool",
		replies: [calling("look"), saying("Done.")],
		look: ({ events }) => events.flatMap((event) => (event.type === "notice" ? [event.text] : [])),
		left: [],
		given: () => ({
			context: (context) =>
				context.withHooks({
					preTool: [],
					postTool: [
						async ({ name, result }) => {
							throw new Error(`${name} gave ${result}`);
						},
					],
				}),
		}),
		set: ["a hook after look failed: look gave seen"],
	},
	{
		knob: "outbox",
		replies: [calling("change"), saying("Done.")],
		look: ({ outcome }) => outcome.calls.map(({ settledBy }) => settledBy),
		left: ["executed"],
		given: () => ({ context: (context) => context.withOutbox({ tools: new Set(["change"]), stage: async () => {} }) }),
		set: ["staged"],
	},
	{
		knob: "approver",
		replies: [calling("change"), saying("Done.")],
		look: settled,
		left: ["executed: done"],
		given: () => ({ approver: async () => ({ allowed: false, reason: "nobody is here" }) }),
		set: ["approver: Denied: nobody is here"],
	},
	{
		knob: "stream",
		replies: [saying("Done.")],
		look: ({ requests }) => requests.map(({ stream }) => stream),
		left: [false],
		given: () => ({ context: (context) => context.withCancel(new CancellationToken()) }),
		set: [true],
	},
	{
		knob: "promptSegments",
		replies: [saying("Done.")],
		look: ({ events }) => events.flatMap((event) => (event.type === "breakdown" ? event.segments.map(({ name }) => name) : [])),
		left: ["system", "tools", "conversation", "overhead"],
		given: () => ({ segments: [{ name: "rules", text: "Be brief." }] }),
		set: ["rules", "system", "tools", "conversation", "overhead"],
	},
	{
		knob: "audits",
		replies: [calling("look"), saying("Done.")],
		look: ({ outcome }) => [...(outcome.turns[0]?.audits.keys() ?? [])],
		left: ["run/1/1"],
		given: () => ({ context: (context) => new RunContext(context.tools, context.approver, { name: "codegen/median/2" }) }),
		set: ["codegen/median/2/1/1"],
	},
	{
		knob: "homeostat",
		replies: [saying("Done.")],
		look: ({ outcome }) => outcome.homeostat !== null,
		left: false,
		given: () => ({ context: (context) => context.withHomeostat() }),
		set: true,
	},
];

/** Knobs that no run of one prompt shows. */
const OTHERS: readonly Row[] = [
	{
		// No key of a case: what is protected is protected in every mode, so both sides are paths.
		knob: "protectedPaths",
		left: { seen: () => writesTo("src/a.js"), as: "executed" },
		set: { seen: () => writesTo("./.git/hooks/pre-commit"), as: "protected" },
	},
	{
		knob: "mailbox.deliver",
		left: { seen: () => mailFor(true), as: ["mail: [message from reviewer]\nLook again."] },
		set: { seen: () => mailFor(false), as: [] },
	},
	{
		knob: "conversation",
		left: { seen: () => firstMessages({}), as: ["Go."] },
		set: { seen: () => firstMessages({ messages: EARLIER }), as: ["Before.", "Yes.", "Go."] },
	},
	{
		knob: "turn",
		left: { seen: () => turnEvents({}), as: [1] },
		set: { seen: () => turnEvents({ turn: 4 }), as: [4] },
	},
	{
		knob: "onEvent",
		left: { seen: async () => (await observed(false)).length > 0, as: false },
		set: { seen: async () => (await observed(true)).length > 0, as: true },
	},
	{
		knob: "workspace",
		left: { seen: () => rootsOf((context) => context), as: "at /fixture" },
		set: { seen: () => rootsOf((context) => context.sandboxed("/private", context.approver)), as: "at /private" },
	},
	{
		knob: "concurrency",
		left: { seen: () => mostAtOnce(1), as: 1 },
		set: { seen: () => mostAtOnce(3), as: 3 },
	},
];

const EARLIER: readonly assay.Message[] = [
	{ role: "user", content: [{ type: "text", text: "Before." }] },
	{ role: "assistant", content: [{ type: "text", text: "Yes." }] },
];

async function writesTo(path: string): Promise<unknown> {
	await using kit = await suiteKit({
		cases: { a: { ...SAY_READY, permissions: { mode: "bypass" }, oracle: [{ fs_write: { path, content: "x" } }, { say: "ready" }] } },
	});
	await kit.run("run");
	const lines = (await kit.text("run/trials/oracle/a/1.1.jsonl")).split("\n");
	const call = lines.find((line) => line.includes('"type":"tool-call","call"'));
	return call === undefined ? null : JSON.parse(call).call.settled_by;
}

async function mailFor(deliver: boolean): Promise<unknown> {
	const claim = () => [{ from: "reviewer", text: "Look again." }];
	return inputs(await play([saying("Done.")], { context: (context) => context.withMailbox({ deliver, claim }) }));
}

async function turned(fields: Partial<assay.TurnContext>, emit: assay.Emit = () => {}): Promise<assay.ModelRequest[]> {
	const { clock } = stillClock();
	const requests: assay.ModelRequest[] = [];
	const script = scriptedModel([saying("Done.")], { clock });
	const model: assay.Model = {
		call: (request, signal) => {
			requests.push(request);
			return script.call(request, signal);
		},
	};
	const pause = new ProviderPause(clock);
	const deps = {
		model,
		clock,
		emit,
		meter: () => {},
		price: null,
		retry: { max: 0, baseMs: 1, maxMs: 1, retryAfterCapMs: 1, overloadedMs: 1 },
		pause,
	};
	await playTurn(deps, new RunContext(freeTools([])), turnContext("Go.", fields));
	return requests;
}

async function firstMessages(fields: Partial<assay.TurnContext>): Promise<unknown> {
	const [request] = await turned(fields);
	return request?.messages.flatMap(({ content }) => content.map((block) => (block.type === "text" ? block.text : block.type)));
}

async function turnEvents(fields: Partial<assay.TurnContext>): Promise<unknown> {
	const turns: number[] = [];
	await turned(fields, (event) => {
		if (event.type === "turn-start") turns.push(event.turn);
	});
	return turns;
}

async function observed(listening: boolean): Promise<readonly string[]> {
	await using kit = await suiteKit({ cases: { a: SAY_READY } });
	const types: string[] = [];
	await kit.run("run", listening ? { observe: ({ type }) => types.push(type) } : {});
	return types;
}

/** What a tool that knows its workspace answers. */
async function rootsOf(derive: (context: RunContext) => RunContext): Promise<unknown> {
	const tools = toolsAt("/fixture", (root) => [reader("where", async () => ({ content: `at ${root}`, isError: false }))]);
	const context = derive(new RunContext(tools));
	const [where] = context.tools.all;
	const prepared = where?.prepare({});
	return prepared?.ok ? (await prepared.run(new AbortController().signal)).content : null;
}

async function mostAtOnce(concurrency: number): Promise<number> {
	await using kit = await suiteKit({ cases: { a: SAY_READY, b: SAY_READY, c: SAY_READY, d: SAY_READY } });
	let [running, most] = [0, 0];
	await kit.run("run", {
		concurrency,
		observe: ({ type }) => {
			if (type === "trial-start") running += 1;
			if (type === "trial-end") running -= 1;
			most = Math.max(most, running);
		},
	});
	return most;
}

export const LIBRARY_ROWS: readonly Row[] = [...SKETCHES.map(rowOf), ...OTHERS];
