import * as z from "zod";
import { SETTLERS } from "../agent/call.ts";
import { INPUT_SOURCES } from "../agent/event.ts";
import { FAILURE_KINDS, PURPOSES } from "../agent/model.ts";
import { STOP_CODES } from "../agent/stop-code.ts";
import type { Json, JsonObject } from "../core/json.ts";
import { decodeAs } from "./decode.ts";
import { RECORDING_SCHEMA, type RecordingLine } from "./line.ts";

/** What a line must be to be believed: a recording may come from another machine, another version or an editor. */

// Other people's data comes from `JSON.parse` and is kept as it is: a schema of it would drop `__proto__` and mind its depth.
const json: z.ZodType<Json> = z.custom<Json>((value) => value !== undefined);
const jsonObject: z.ZodType<JsonObject> = z.custom<JsonObject>(
	(value) => typeof value === "object" && value !== null && !Array.isArray(value),
);
const natural = z.int().nonnegative();
const usage = z.strictObject({ input: natural, output: natural, cacheRead: natural, cacheWrite: natural, complete: z.boolean() });
const cause = z.strictObject({
	code: z.enum(STOP_CODES),
	limit: z.number().exactOptional(),
	used: z.number().exactOptional(),
	message: z.string().exactOptional(),
	tool: z.string().exactOptional(),
	alsoTrue: z.array(z.enum(STOP_CODES)).exactOptional(),
});

const block = z.discriminatedUnion("type", [
	z.strictObject({ type: z.literal("text"), text: z.string() }),
	z.strictObject({ type: z.literal("tool-call"), id: z.string(), name: z.string(), args: json, malformed: z.string().nullable() }),
	z.strictObject({ type: z.literal("opaque"), raw: json }),
]);

const stop = z.strictObject({
	kind: z.enum(["end", "tool-use", "max-tokens", "refusal", "pause", "context-window", "other"]),
	raw: z.string(),
});

const failure = z.strictObject({
	kind: z.enum(FAILURE_KINDS),
	message: z.string(),
	retryAfterMs: z.number().nullable(),
	partial: z.string(),
	usage: usage.nullable(),
});

const reply = z.discriminatedUnion("ok", [
	z.strictObject({ ok: z.literal(true), message: z.strictObject({ role: z.literal("assistant"), content: z.array(block) }), stop, usage }),
	z.strictObject({ ok: z.literal(false), failure }),
]);

const call = z.strictObject({
	turn: natural,
	round: natural,
	sequence: natural,
	id: z.string(),
	name: z.string(),
	args: json,
	settledBy: z.enum(SETTLERS),
	isError: z.boolean(),
	result: z.string(),
});

const entry = z.strictObject({
	kind: z.enum(["file", "link"]),
	executable: z.boolean(),
	size: natural,
	sha256: z.string(),
	target: z.string().nullable(),
});

const header = z.strictObject({
	type: z.literal("recording"),
	schema: z.literal(RECORDING_SCHEMA),
	key: z.strictObject({ caseId: z.string(), arm: z.string(), repeat: natural, attempt: natural }),
	suite: z.string(),
	case: z.strictObject({ file: z.string(), digest: z.string(), source: jsonObject }),
	arm: z.strictObject({
		provider: z.string(),
		model: z.string().nullable(),
		params: jsonObject,
		overrides: jsonObject,
		digest: z.string(),
	}),
	system: z.string(),
	prompts: z.array(z.string()),
	tools: z.array(z.strictObject({ name: z.string(), description: z.string(), inputSchema: jsonObject })),
	verify: z.array(z.string()),
});

const place = { turn: natural, round: natural };

const line = z.discriminatedUnion("type", [
	header,
	z.strictObject({ type: z.literal("turn-start"), turn: natural, prompt: z.string() }),
	z.strictObject({ type: z.literal("request"), index: natural, ...place, purpose: z.enum(PURPOSES), digest: z.string() }),
	z.strictObject({ type: z.literal("reply"), index: natural, reply }),
	z.strictObject({ type: z.literal("tool-call"), call }),
	z.strictObject({ type: z.literal("input"), ...place, from: z.enum(INPUT_SOURCES), text: z.string() }),
	z.strictObject({ type: z.literal("undelivered"), texts: z.array(z.string()) }),
	z.strictObject({
		type: z.literal("breakdown"),
		...place,
		segments: z.array(z.strictObject({ name: z.string(), tokens: natural })),
	}),
	z.strictObject({ type: z.literal("trim"), ...place, results: natural, characters: natural }),
	z.strictObject({ type: z.literal("notice"), ...place, text: z.string() }),
	z.strictObject({ type: z.literal("compaction"), ...place, promptTokens: natural, summary: z.string() }),
	z.strictObject({ type: z.literal("turn-end"), turn: natural, text: z.string(), cause, rounds: natural, usage }),
	z.strictObject({
		type: z.literal("diff"),
		changes: z.array(z.strictObject({ path: z.string(), before: entry.nullable(), after: entry.nullable() })),
	}),
	z.strictObject({
		type: z.literal("file"),
		file: z.strictObject({ path: z.string(), exists: z.boolean(), sha256: z.string().nullable(), text: z.string().nullable() }),
	}),
	z.strictObject({
		type: z.literal("command"),
		command: z.strictObject({
			digest: z.string(),
			run: z.string(),
			exitCode: z.number().nullable(),
			end: z.enum(["exited", "timed-out", "cancelled", "not-started"]),
			output: z.string(),
		}),
	}),
	z.strictObject({
		type: z.literal("outcome"),
		outcome: z.strictObject({
			cause,
			usage,
			nanoUsd: natural,
			rounds: natural,
			requests: natural,
			compactions: natural,
			owedAnswer: z.boolean(),
			forcedAnswer: z.boolean(),
			endedOnFailedCall: z.boolean(),
			promptsLeft: natural,
		}),
	}),
]);

/** Throws on anything that is no line of this schema. */
export function parseLine(value: Json): RecordingLine {
	return decodeAs(line, value);
}
