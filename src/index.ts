// biome-ignore-all assist/source/organizeImports: in the order in which they are needed.

/**
 * Assay as a library. A batch with a pool and a token of the caller's own:
 *
 *     const suite = await loadSuite("assay.yaml");
 *     const pool = new BudgetPool(1_000_000);
 *     const cancel = new CancellationToken();
 *     const { card, complete, tally } = await runBatch({ suite, arms: chooseArms(suite, ["sonnet"]), pool, cancel });
 *
 * A user's mistake rejects with a `UsageError` that has every problem, before anything is spent; all else that is thrown is
 * a bug or a broken disk. How a run ends is data: a `StopCause`. Tokens are input + output as reported, money is integer
 * nano-dollars (10⁻⁹ USD), durations are milliseconds; turns, rounds and repeats count from 1, requests from 0.
 */

/* A suite and its arms. */
export { openSuite as loadSuite } from "./app/open-suite.ts";
export { chooseArms } from "./app/choose-arms.ts";
export type { Suite, SuiteConfig } from "./case/suite.ts";
export type { Arm, Case, CaseLimits, Fixture } from "./case/case.ts";
export type { Selection } from "./case/select.ts";

/* A batch. */
export { type BatchResult, runBatch } from "./app/run-batch.ts";
export type { BatchOptions } from "./app/batch-options.ts";
export type { Environment } from "./app/open-models.ts";
export type { BatchEvent, Observe } from "./batch/event.ts";
export type { Check, Verdict } from "./grade/grade.ts";
export { EXIT, exitCodeOf } from "./app/exit-code.ts";
export { VERSION } from "./app/version.ts";

/* What a batch wrote. */
export { type ReadCard, readScorecard } from "./report/read.ts";
export type { CardHead, TrialRow } from "./report/trial-row.ts";
export type { ArmTally, Tally } from "./report/tally.ts";
export type { Counts } from "./report/counts.ts";
export type { WrittenReports } from "./app/write-reports.ts";
export { gradeRun } from "./app/grade-run.ts";
export { readRecording } from "./recording/reader.ts";
export type { RecordingLine } from "./recording/line.ts";
export { type TrialKey, trialId } from "./recording/trial-key.ts";

/* What runs share, and what bounds them. */
export { type Budget, UNBOUNDED } from "./core/budget.ts";
export { BudgetPool, type PoolSnapshot, type PoolUnit, type Spending } from "./core/pool.ts";
export { CancellationToken, type CancelReason } from "./core/cancel.ts";
export { type Problem, UsageError } from "./core/error.ts";
export type { Clock } from "./core/clock.ts";
export { systemClock } from "./core/system-clock.ts";
export { promptTokensOf, tokensOf, type Usage } from "./core/usage.ts";
export { nanoUsdOf, type Price } from "./core/price.ts";
export type { AssistantMessage, Message, UserMessage } from "./core/message.ts";
export type { Json, JsonObject } from "./core/json.ts";

/* One run by itself: prompts under a context, and no file. */
export { type Prompt, type RunOutcome, runPrompts } from "./agent/run.ts";
export { openRun, playTurn, type RunState, type TurnContext, turnContext } from "./agent/play-turn.ts";
export type { TurnOutcome } from "./agent/turn.ts";
export { type TurnBounds, TurnOptions } from "./agent/turn-options.ts";
export type { RunDeps } from "./agent/deps.ts";
export { type AnyRunContext, RunContext, type RunFields } from "./agent/context.ts";
export { offeredTools } from "./agent/offered.ts";
export { freeTools, type ToolSet, toolsAt } from "./agent/tool-set.ts";
export { InputQueue, type QueuedInput, scriptedInput, type Steer } from "./agent/queued-input.ts";
export { DEFAULT_GUARDS, type Guards } from "./agent/guards.ts";
export { type HookAnswer, type HookCall, type Hooks, NO_HOOKS } from "./agent/hooks.ts";
export type { Mail, MailboxRoute, OutboxRoute, StagedCall } from "./agent/routes.ts";
export type { RoundBoundary, RoundDecision, RoundStrategy } from "./agent/strategy.ts";
export type { Homeostat } from "./core/homeostat.ts";
export type { OutputCap } from "./agent/cap.ts";
export type { Audit } from "./agent/audit.ts";
export type { PromptSegment, Segment } from "./agent/segments.ts";
export type { Phase } from "./agent/phase.ts";
export {
	type Approval,
	type ApprovalRequest,
	type Approver,
	allowAll,
	denyAll,
	type ScriptedAnswer,
	scriptedApprover,
} from "./agent/approver.ts";
export { DEFAULT_PERMISSIONS, type PermissionMode, type Permissions } from "./agent/permission.ts";
export { type CallSubject, type PermissionRule, parseRule } from "./agent/permission-rule.ts";
export type { PreparedCall, Tool, ToolResult, ToolSpec } from "./agent/tool.ts";
export { type CallRecord, isDenied, isToolError, type Settler } from "./agent/call.ts";
export { boundOf, isGraded, type RunStatus, type StopCause, type StopCode, statusOf } from "./agent/stop-code.ts";
export type { AgentEvent, Emit, InputSource } from "./agent/event.ts";
export type {
	Adjustment,
	FailureKind,
	Model,
	ModelFailure,
	ModelReply,
	ModelRequest,
	ModelStop,
	RequestPurpose,
} from "./agent/model.ts";
export { ProviderPause } from "./agent/provider-pause.ts";
export { DEFAULT_RETRY, type RetryPolicy, type RetrySchedule } from "./agent/retry.ts";
export { liveModel, runDeps } from "./app/single-run.ts";
export type { AnthropicOptions } from "./model/anthropic-options.ts";
export { nopModel } from "./model/nop.ts";
export { type ScriptCall, type ScriptReply, scriptedModel } from "./model/scripted.ts";
