import { UNBOUNDED } from "../core/budget.ts";
import type { Message } from "../core/message.ts";
import type { Usage } from "../core/usage.ts";
import type { CallRecord } from "./call.ts";
import type { RunContext } from "./context.ts";
import type { RunDeps } from "./deps.ts";
import { openScope, type Scope } from "./scope.ts";
import type { StopCause } from "./stop-code.ts";
import { runTurn, type TurnOutcome } from "./turn.ts";
import { RequestLog, TurnState } from "./turn-state.ts";

/** What a run came to. `usage` and `nanoUsd` are of replies that entered the conversation, summaries included. */
export type RunOutcome = {
	readonly turns: readonly TurnOutcome[];
	readonly cause: StopCause;
	readonly calls: readonly CallRecord[];
	readonly rounds: number;
	readonly requests: number;
	readonly compactions: number;
	readonly usage: Usage;
	readonly nanoUsd: number;
	/** Slept between retries. */
	readonly idleMs: number;
};

/** Plays all prompts on one conversation. Stops at the first turn that did not complete: the next would stand on nothing. */
export async function runPrompts(deps: RunDeps, context: RunContext, prompts: readonly string[]): Promise<RunOutcome> {
	const run = openScope(context.budget, deps.clock.nowMs());
	const requests = new RequestLog();
	const turns: TurnOutcome[] = [];
	for (const [index, prompt] of prompts.entries()) {
		const turn = openScope(UNBOUNDED, deps.clock.nowMs());
		const before = turns.at(-1);
		const state = new TurnState(deps, context, {
			turn: index + 1,
			transcript: before?.transcript ?? EMPTY,
			promptTokens: before?.promptTokens ?? null,
			scopes: [run, turn],
			requests,
		});
		turns.push(await runTurn(state, prompt));
		if (turns.at(-1)?.cause.code !== "completed") break;
	}
	return closeRun(run, turns);
}

const EMPTY: readonly Message[] = [];

function closeRun(run: Scope, turns: readonly TurnOutcome[]): RunOutcome {
	const { rounds, requests, usage, nanoUsd, idleMs } = run.counters;
	return {
		turns,
		cause: turns.at(-1)?.cause ?? { code: "completed" },
		calls: turns.flatMap((turn) => turn.calls),
		rounds,
		requests,
		compactions: turns.reduce((sum, turn) => sum + turn.compactions, 0),
		usage,
		nanoUsd,
		idleMs,
	};
}
