import { messageOf } from "../core/error.ts";
import type { Homeostat } from "../core/homeostat.ts";
import type { Usage } from "../core/usage.ts";
import type { CallRecord } from "./call.ts";
import type { AnyRunContext } from "./context.ts";
import type { RunDeps } from "./deps.ts";
import { orElse } from "./or-else.ts";
import { openRun, playTurn, type RunState, type TurnContext, turnContext } from "./play-turn.ts";
import { refusePrompts } from "./refuse-prompts.ts";
import { type RunStatus, type StopCause, statusOf } from "./stop-code.ts";
import type { TurnOutcome } from "./turn.ts";

/** What a run came to. `usage` and `nanoUsd` are of replies that entered the conversation, summaries included. */
export type RunOutcome = {
	readonly turns: readonly TurnOutcome[];
	/** Of the last turn. */
	readonly cause: StopCause;
	readonly status: RunStatus;
	/** The flags of the last turn. */
	readonly owedAnswer: boolean;
	readonly forcedAnswer: boolean;
	readonly endedOnFailedCall: boolean;
	/** Prompts that were not played, since a turn before them did not complete. */
	readonly promptsLeft: number;
	/** Of all turns, in call order. */
	readonly calls: readonly CallRecord[];
	/** Replies that entered the conversation, over all turns. */
	readonly rounds: number;
	/** Attempts at the model, retries and final answers included, summaries not. */
	readonly requests: number;
	/** Summaries that took the place of what was before them. */
	readonly compactions: number;
	/** Tokens as reported; `complete` is false where a request was cut: then it is a lower bound. */
	readonly usage: Usage;
	/** Of summaries alone; `usage` holds them too. */
	readonly summaryUsage: Usage;
	/** Integer nano-dollars (10⁻⁹ USD); 0 where the model has no price. */
	readonly nanoUsd: number;
	/** The condition of the machine that the run's context had sampled; null in a batch. */
	readonly homeostat: Homeostat | null;
	/** Slept between retries and in pauses. */
	readonly idleMs: number;
};

/** A prompt by itself, or with what is particular to its turn. */
export type Prompt = string | (Pick<TurnContext, "prompt"> & Partial<Pick<TurnContext, "options" | "segments">>);

/**
 * Plays all prompts on one conversation. Stops at the first turn that did not complete: the next would stand on nothing. Throws
 * a UsageError, before anything is sent, on blank prompts and on a bound of money where the model has no price.
 */
export async function runPrompts(deps: RunDeps, context: AnyRunContext, prompts: readonly Prompt[]): Promise<RunOutcome> {
	refusePrompts(deps, context, prompts.map(asTurn));
	const run = openRun(deps, context);
	const turns: TurnOutcome[] = [];
	for (const prompt of prompts) {
		turns.push(await playTurn(deps, context, nextTurn(prompt, turns), run));
		if (turns.at(-1)?.cause.code !== "completed") break;
	}
	tellUndelivered(deps, context, turns);
	return closeRun(run, turns, { prompts: prompts.length, homeostat: context.homeostat });
}

function tellUndelivered({ emit }: RunDeps, { queuedInput }: AnyRunContext, turns: readonly TurnOutcome[]): void {
	const place = { turn: turns.length, round: turns.at(-1)?.rounds ?? 0 };
	const texts = orElse(
		() => queuedInput?.waiting() ?? [],
		(error) => {
			emit({ type: "notice", ...place, text: `the queue failed: ${messageOf(error)}` });
			return [];
		},
	);
	if (texts.length > 0) emit({ type: "undelivered", texts });
}

function nextTurn(prompt: Prompt, turns: readonly TurnOutcome[]): TurnContext {
	const before = turns.at(-1);
	return {
		...asTurn(prompt),
		turn: turns.length + 1,
		messages: before?.transcript ?? [],
		promptTokens: before?.promptTokens ?? null,
	};
}

function asTurn(prompt: Prompt): TurnContext {
	return typeof prompt === "string" ? turnContext(prompt) : turnContext(prompt.prompt, prompt);
}

type Planned = { readonly prompts: number; readonly homeostat: Homeostat | null };

function closeRun({ scope }: RunState, turns: readonly TurnOutcome[], { prompts, homeostat }: Planned): RunOutcome {
	const { rounds, requests, usage, nanoUsd, summaries, idleMs } = scope.counters;
	const last = turns.at(-1);
	const cause = last?.cause ?? { code: "completed" };
	return {
		turns,
		cause,
		status: statusOf(cause.code),
		owedAnswer: last?.owedAnswer ?? false,
		forcedAnswer: last?.forcedAnswer ?? false,
		endedOnFailedCall: last?.endedOnFailedCall ?? false,
		promptsLeft: prompts - turns.length,
		calls: turns.flatMap((turn) => turn.calls),
		rounds,
		requests,
		compactions: turns.reduce((sum, turn) => sum + turn.compactions, 0),
		usage,
		summaryUsage: summaries,
		nanoUsd,
		homeostat,
		idleMs,
	};
}
