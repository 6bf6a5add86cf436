import type { AssistantMessage } from "../core/message.ts";
import type { Usage } from "../core/usage.ts";
import type { Approval } from "./approver.ts";
import type { HookAnswer } from "./hooks.ts";
import { FAILURE_KINDS, type ModelFailure, type ModelReply, type ModelStop } from "./model.ts";
import type { RoundDecision } from "./strategy.ts";
import type { PreparedCall, ToolResult } from "./tool.ts";

/*
 * What the code of others gave, held against what it was to give: types bind nobody at run time, and rubbish may cost a call
 * but not the run.
 */

export function isReply(given: unknown): given is ModelReply {
	if (!isObject(given)) return false;
	if (given.ok === false) return isFailure(given.failure);
	return given.ok === true && isAnswer(given.message) && isStop(given.stop) && isUsage(given.usage);
}

const STOPS: Readonly<Record<ModelStop["kind"], true>> = {
	end: true,
	"tool-use": true,
	"max-tokens": true,
	refusal: true,
	pause: true,
	"context-window": true,
	other: true,
};

function isStop(given: unknown): given is ModelStop {
	return isObject(given) && typeof given.kind === "string" && Object.hasOwn(STOPS, given.kind) && typeof given.raw === "string";
}

function isFailure(given: unknown): given is ModelFailure {
	if (!isObject(given)) return false;
	const { kind, message, retryAfterMs, partial, usage } = given;
	const said = typeof message === "string" && typeof partial === "string" && FAILURE_KINDS.some((known) => known === kind);
	return said && (retryAfterMs === null || isAmount(retryAfterMs)) && (usage === null || isUsage(usage));
}

function isAnswer(given: unknown): given is AssistantMessage {
	return isObject(given) && given.role === "assistant" && Array.isArray(given.content) && given.content.every(isBlock);
}

function isBlock(given: unknown): boolean {
	if (!isObject(given)) return false;
	if (given.type === "text") return typeof given.text === "string";
	if (given.type === "opaque") return given.raw !== undefined;
	const { type, id, name, args, malformed } = given;
	const named = type === "tool-call" && typeof id === "string" && typeof name === "string";
	return named && args !== undefined && (malformed === null || typeof malformed === "string");
}

function isUsage(given: unknown): given is Usage {
	if (!isObject(given)) return false;
	const { input, output, cacheRead, cacheWrite, complete } = given;
	return [input, output, cacheRead, cacheWrite].every(isAmount) && typeof complete === "boolean";
}

function isAmount(given: unknown): boolean {
	return typeof given === "number" && Number.isFinite(given) && given >= 0;
}

export function isPrepared(given: unknown): given is PreparedCall {
	if (!isObject(given)) return false;
	return given.ok === true ? typeof given.run === "function" : given.ok === false && typeof given.problem === "string";
}

export function isResult(given: unknown): given is ToolResult {
	return isObject(given) && typeof given.content === "string" && typeof given.isError === "boolean";
}

export function isApproval(given: unknown): given is Approval {
	return isObject(given) && (given.allowed === true || (given.allowed === false && typeof given.reason === "string"));
}

export function isHookAnswer(given: unknown): given is HookAnswer {
	if (!isObject(given)) return false;
	const { kind, reason, args } = given;
	return kind === "allow" || (kind === "deny" && typeof reason === "string") || (kind === "transform" && args !== undefined);
}

export function isDecision(given: unknown): given is RoundDecision {
	if (!isObject(given)) return false;
	const { kind, text } = given;
	return kind === "proceed" || kind === "stop" || (kind === "inject" && typeof text === "string");
}

function isObject(given: unknown): given is Record<string, unknown> {
	return typeof given === "object" && given !== null;
}
