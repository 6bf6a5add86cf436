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
export { type BatchOptions, type BatchResult, runBatch } from "./app/run-batch.ts";
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
export { type Budget, BudgetPool, UNBOUNDED } from "./core/budget.ts";
export { CancellationToken, type CancelReason } from "./core/cancel.ts";
export { type Problem, UsageError } from "./core/error.ts";
export type { Clock } from "./core/clock.ts";
export { systemClock } from "./core/system-clock.ts";
export { promptTokensOf, tokensOf, type Usage } from "./core/usage.ts";
export { nanoUsdOf, type Price } from "./core/price.ts";
export type { AssistantMessage, Message, UserMessage } from "./core/message.ts";
export type { Json, JsonObject } from "./core/json.ts";

/* One run by itself: prompts under a context, and no file. */
export { type RunOutcome, runPrompts } from "./agent/run.ts";
export type { TurnOutcome } from "./agent/turn.ts";
export type { RunDeps } from "./agent/deps.ts";
export { isWithheld, offeredTools, type RunContext, runContext } from "./agent/context.ts";
export type { Phase } from "./agent/phase.ts";
export { type Approval, type ApprovalRequest, type Approver, allowAll } from "./agent/approver.ts";
export type { PreparedCall, Tool, ToolResult, ToolSpec } from "./agent/tool.ts";
export { type CallRecord, isDenied, type Settler } from "./agent/call.ts";
export { isGraded, type StopCause, type StopCode } from "./agent/stop-code.ts";
export type { AgentEvent, Emit } from "./agent/event.ts";
export type { FailureKind, Model, ModelFailure, ModelReply, ModelRequest, ModelStop, RequestPurpose } from "./agent/model.ts";
export { DEFAULT_RETRY, type RetryPolicy } from "./agent/retry.ts";
export { nopModel } from "./model/nop.ts";
export { type ScriptCall, type ScriptReply, scriptedModel } from "./model/scripted.ts";
