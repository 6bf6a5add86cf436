import type { Message } from "../core/message.ts";
import type { AnyRunContext } from "./context.ts";
import type { RunDeps } from "./deps.ts";
import { refusePrompts } from "./refuse-prompts.ts";
import { RequestLog } from "./request-log.ts";
import { openScope, type Scope } from "./scope.ts";
import type { PromptSegment } from "./segments.ts";
import { runTurn, type TurnOutcome } from "./turn.ts";
import { turnBudget } from "./turn-budget.ts";
import { TurnOptions } from "./turn-options.ts";
import { TurnState } from "./turn-state.ts";
import { Watch } from "./watch.ts";

/**
 * What is particular to one turn (recursive's `TurnContext`). The run's own part stands in its `RunContext`: tools, hooks,
 * phase, mailbox, streaming; events go to `deps.emit`; the wall timeout is a bound of `options`.
 */
export type TurnContext = {
	readonly prompt: string;
	/** From 1; part of the key of an audit record. */
	readonly turn: number;
	/** The conversation so far. It is read: what the turn adds comes back as `newMessages`. */
	readonly messages: readonly Message[];
	/** Of the last prompt before this turn, as reported; null where there was none. */
	readonly promptTokens: number | null;
	/** Parts of the system prompt by name, for the breakdown of a prompt's size. They steer nothing. */
	readonly segments: readonly PromptSegment[];
	readonly options: TurnOptions;
};

export function turnContext(prompt: string, fields: Partial<TurnContext> = {}): TurnContext {
	return { prompt, turn: 1, messages: [], promptTokens: null, segments: [], options: new TurnOptions(), ...fields };
}

/** What the turns of one run share. */
export type RunState = { readonly scope: Scope; readonly requests: RequestLog; readonly watch: Watch };

export function openRun(deps: RunDeps, context: AnyRunContext): RunState {
	return { scope: openScope(context.budget, deps.clock.nowMs()), requests: new RequestLog(), watch: new Watch(context.guards) };
}

/**
 * Plays one turn: in a run of its own, or as the next of one. Throws a UsageError, before anything is sent, on a blank prompt
 * and on a bound of money where the model has no price.
 */
export async function playTurn(
	deps: RunDeps,
	context: AnyRunContext,
	{ prompt, messages, ...turn }: TurnContext,
	run: RunState = openRun(deps, context),
): Promise<TurnOutcome> {
	refusePrompts(deps, context, [{ prompt, options: turn.options }]);
	const own = openScope(turnBudget(turn.options, deps.clock), deps.clock.nowMs());
	const { scope, requests, watch } = run;
	return await runTurn(new TurnState(deps, context, { ...turn, transcript: messages, scopes: [scope, own], requests, watch }), prompt);
}
