import { scriptedApprover } from "../agent/approver.ts";
import { RunContext } from "../agent/context.ts";
import type { Emit } from "../agent/event.ts";
import type { Hold } from "../agent/hold.ts";
import { scriptedInput } from "../agent/queued-input.ts";
import { type RunOutcome, runPrompts } from "../agent/run.ts";
import type { Arm, Case, CaseLimits } from "../case/case.ts";
import { type Budget, UNBOUNDED } from "../core/budget.ts";
import type { Clock } from "../core/clock.ts";
import type { Usage } from "../core/usage.ts";
import { LEAST_ANSWER_TOKENS, thinkingBudget } from "../model/anthropic-params.ts";
import { toolsIn } from "../tool/registry.ts";
import type { OpenTrial } from "./open.ts";
import type { BatchSetting } from "./setting.ts";
import type { ReadyWorkspace } from "./stage.ts";

type Stage = { readonly workspace: ReadyWorkspace; readonly emit: Emit };

/** Hands a trial's prompts to the kernel, with a context of its own and the batch's tokens. */
export async function runSubject(setting: BatchSetting, trial: OpenTrial, { workspace, emit }: Stage): Promise<RunOutcome> {
	const model = await setting.openModel(trial.arm, trial.subject);
	const deps = {
		model,
		clock: setting.clock,
		emit,
		meter: (usage: Usage) => setting.charge(trial.arm, usage),
		price: setting.priceOf(trial.arm),
		retry: trial.subject.manner.retry,
		pause: setting.pauseOf(trial.arm),
	};
	return runPrompts(deps, contextOf(setting, trial, workspace), trial.subject.prompts);
}

/** Its own tools, workspace, budget and threshold; the tokens are the batch's. Every trial has its own workspace, so it may write there. */
function contextOf(setting: BatchSetting, { subject, arm, key }: OpenTrial, workspace: ReadyWorkspace): RunContext {
	const tools = toolsIn(workspace, (root) => ({ root, sandbox: setting.isolation.open(root) }), subject.tools);
	return new RunContext(tools, scriptedApprover(subject.answers), {
		name: `${key.caseId}/${key.repeat}`,
		system: subject.system,
		budget: budgetOf(subject.limits, setting.clock),
		hold: holdOf(subject, arm),
		cancel: setting.cancel,
		stop: setting.stop,
		phase: subject.phase,
		permissions: subject.permissions,
		compactAtTokens: subject.compactAtTokens,
		withheld: new Set(subject.withhold),
		queuedInput: scriptedInput(subject.manner.steer),
		guards: subject.manner.guards,
		finalAnswer: subject.manner.finalAnswer,
		stream: subject.manner.stream,
		output: subject.manner.output,
	});
}

/** An absolute deadline becomes an instant of the monotonic clock once, here: later steps of the wall clock do not move it. */
function budgetOf({ deadline, hardRounds: _, ...counts }: CaseLimits, clock: Clock): Budget {
	const wallMs = deadline?.kind === "wall" ? deadline.ms : null;
	const untilMs = deadline?.kind === "at" ? clock.nowMs() + deadline.epochMs - clock.epochMs() : null;
	return { ...UNBOUNDED, ...counts, wallMs, untilMs };
}

/** What a provider is asked for is money: a trial is held to its limits before each request. The built-in arms cost nothing. */
function holdOf({ limits }: Case, { provider, params }: Arm): Hold | null {
	if (provider === "oracle" || provider === "nop") return null;
	return { tokens: limits.tokens, nanoUsd: limits.nanoUsd, floorTokens: LEAST_ANSWER_TOKENS + (thinkingBudget(params.thinking) ?? 0) };
}
