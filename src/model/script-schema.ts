import * as z from "zod";
import { FAILURE_KINDS, type ModelStop } from "../agent/model.ts";
import type { Json, JsonObject } from "../core/json.ts";
import { wordsFor } from "./script-words.ts";
import type { ScriptReply } from "./scripted.ts";

/** Keys and indexes, from a line to one of its values. */
export type LinePath = readonly (string | number)[];

/** What is wrong with a value of a line; the column, where it is known, counts from 1. */
export type Complaint = { readonly path: LinePath; readonly what: string; readonly remedy: string; readonly column?: number };
export type Decoded<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly complaints: readonly Complaint[] };

const count = z.int().nonnegative();
/** What a provider could report: sums over a million of them stay exact. */
const tokens = count.max(1_000_000_000);

/** `ModelStop` in the snake_case of files. */
const STOPS = {
	end: "end",
	tool_use: "tool-use",
	max_tokens: "max-tokens",
	refusal: "refusal",
	pause: "pause",
	context_window: "context-window",
	other: "other",
} as const satisfies { readonly [word: string]: ModelStop["kind"] };

export const callArgs: z.ZodType<JsonObject> = z.record(z.string(), z.json());

const usage = z
	.strictObject({
		input_tokens: tokens.default(0),
		output_tokens: tokens.default(0),
		cache_read_tokens: tokens.default(0),
		cache_write_tokens: tokens.default(0),
	})
	.transform((file) => ({
		input: file.input_tokens,
		output: file.output_tokens,
		cacheRead: file.cache_read_tokens,
		cacheWrite: file.cache_write_tokens,
	}));

const call = z
	.strictObject({ tool: z.string().min(1), args: callArgs.optional(), malformed: z.string().optional() })
	.refine(({ args, malformed }) => args === undefined || malformed === undefined, "has both args and malformed; keep one of them")
	.transform(({ tool, args = {}, malformed = null }) => ({ name: tool, args, malformed }));

const stop = z.enum(["end", "tool_use", "max_tokens", "refusal", "pause", "context_window", "other"]).transform((word) => STOPS[word]);

const failure = z
	.strictObject({
		kind: z.enum(FAILURE_KINDS),
		message: z.string().default("scripted failure"),
		retry_after_ms: count.nullable().default(null),
	})
	.transform(({ kind, message, retry_after_ms: retryAfterMs }) => ({ kind, message, retryAfterMs }));

const explicit = z.strictObject({
	text: z.string().nullable().default(null),
	calls: z.array(call).default([]),
	usage: usage.nullable().default(null),
	stop: stop.nullable().default(null),
	delay_ms: count.default(0),
	failure: failure.nullable().default(null),
});

export const EXPLICIT_KEYS: readonly string[] = Object.keys(explicit.shape);

/** A reply that says more than what is called or said. */
export const explicitReply: z.ZodType<ScriptReply> = explicit
	.refine((reply) => reply.failure === null || reply.calls.length === 0, "has calls though it fails; keep one of the two")
	.transform(({ delay_ms: delayMs, ...reply }) => ({
		...reply,
		delayMs,
		usage: reply.usage === null ? null : { ...reply.usage, complete: reply.failure === null },
	}));

export const scriptLine: z.ZodType<{ readonly case: string; readonly replies: readonly Json[] }> = z.strictObject({
	case: z.string().min(1),
	replies: z.array(z.json()),
});

/** A value that a schema takes, or every complaint about it. */
export function decodeAs<T>(schema: z.ZodType<T>, value: Json, path: LinePath): Decoded<T> {
	const result = schema.safeParse(value, { error: wordsFor });
	if (result.success) return { ok: true, value: result.data };
	return { ok: false, complaints: result.error.issues.map((issue) => toComplaint(issue, path)) };
}

/** A value's name in complaints: `replies[0].fs_read`. */
export function nameOf(path: LinePath): string {
	if (path.length === 0) return "the line";
	return path.map((step, at) => (typeof step === "number" ? `[${step}]` : `${at === 0 ? "" : "."}${step}`)).join("");
}

function toComplaint(issue: z.core.$ZodIssue, above: LinePath): Complaint {
	const { message } = issue;
	const whole = [...above, ...issue.path.map((step) => (typeof step === "number" ? step : String(step)))];
	const at = message.lastIndexOf("; ");
	const unknown = issue.code === "unrecognized_keys" ? issue.keys.slice(0, 1) : [];
	return { path: [...whole, ...unknown], what: `${nameOf(whole)} ${message.slice(0, at)}`, remedy: message.slice(at + 2) };
}
