import fc from "fast-check";
import { SETTLERS } from "../../src/agent/call.ts";
import { INPUT_SOURCES } from "../../src/agent/event.ts";
import { PURPOSES } from "../../src/agent/model.ts";
import { STOP_CODES } from "../../src/agent/stop-code.ts";
import type { Json, JsonObject } from "../../src/core/json.ts";
import type { RecordingLine } from "../../src/recording/line.ts";

/** Texts that break one kind of line file or another; halves of characters too. */
export const nastyText: fc.Arbitrary<string> = fc
	.array(
		fc.oneof(
			fc.constantFrom(
				"\u0000",
				"\n",
				"\r\n",
				"\r",
				"\u2028",
				"\u2029",
				"\u0085",
				"\ufeff",
				"\ud800",
				"\udc00",
				'"',
				"\\",
				"\u001b[2J",
				"😀",
				"é",
			),
			fc.string({ maxLength: 6 }),
		),
		{ maxLength: 6 },
	)
	.map((parts) => parts.join(""));

/** Keys that a change of spelling would damage. */
const nastyKey = fc.oneof(
	fc.constantFrom("caseId", "case_id", "__proto__", "_", "_a", "aB_c", "constructor", "args", "raw", "type", "seq", "10", "9", ""),
	nastyText,
);

/** What others wrote: any JSON. One zero, as JSON text has it. */
const otherJson: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
	value: fc.oneof(
		{ maxDepth: 3 },
		fc.constantFrom(null, true, false),
		fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
		nastyText,
		fc.array(tie("value"), { maxLength: 3 }),
		fc.dictionary(nastyKey, tie("value"), { maxKeys: 4 }),
	),
})).value;

export const otherObject: fc.Arbitrary<JsonObject> = fc.dictionary(nastyKey, otherJson, { maxKeys: 4 });

const natural = fc.nat();
const some = { maxLength: 3 };
const usage = fc.record({ input: natural, output: natural, cacheRead: natural, cacheWrite: natural, complete: fc.boolean() });
const figure = fc.double({ min: 0, max: 1e12, noNaN: true });
const cause = fc.record(
	{
		code: fc.constantFrom(...STOP_CODES),
		limit: figure,
		used: figure,
		message: nastyText,
		tool: nastyText,
		alsoTrue: fc.array(fc.constantFrom(...STOP_CODES), some),
	},
	{ requiredKeys: ["code"] },
);

const block = fc.oneof(
	fc.record({ type: fc.constant("text" as const), text: nastyText }),
	fc.record({ type: fc.constant("tool-call" as const), id: nastyText, name: nastyText, args: otherJson, malformed: fc.option(nastyText) }),
	fc.record({ type: fc.constant("opaque" as const), raw: otherJson }),
);

const goodReply = fc.record({
	ok: fc.constant(true as const),
	message: fc.record({ role: fc.constant("assistant" as const), content: fc.array(block, some) }),
	stop: fc.record({
		kind: fc.constantFrom(
			"end" as const,
			"tool-use" as const,
			"max-tokens" as const,
			"refusal" as const,
			"pause" as const,
			"other" as const,
		),
		raw: nastyText,
	}),
	usage,
});

const badReply = fc.record({
	ok: fc.constant(false as const),
	failure: fc.record({
		kind: fc.constantFrom("transport" as const, "overloaded" as const, "overflow" as const, "rejected" as const, "cancelled" as const),
		message: nastyText,
		retryAfterMs: fc.option(figure),
		partial: nastyText,
		usage: fc.option(usage),
	}),
});

const call = fc.record({
	turn: natural,
	round: natural,
	sequence: natural,
	id: nastyText,
	name: nastyText,
	args: otherJson,
	settledBy: fc.constantFrom(...SETTLERS),
	isError: fc.boolean(),
	result: nastyText,
});

const entry = fc.record({
	kind: fc.constantFrom("file" as const, "link" as const),
	executable: fc.boolean(),
	size: natural,
	sha256: fc.constant("ab12"),
	target: fc.option(nastyText),
});

const key = fc.record({ caseId: nastyText, arm: nastyText, repeat: natural, attempt: natural });
const place = { turn: natural, round: natural };

/** One arbitrary for each kind of line, by its type. */
export const LINES = {
	recording: fc.record({
		type: fc.constant("recording" as const),
		schema: fc.constant(1 as const),
		key,
		suite: nastyText,
		case: fc.record({ file: nastyText, digest: nastyText, source: otherObject }),
		arm: fc.record({ provider: nastyText, model: fc.option(nastyText), params: otherObject, overrides: otherObject, digest: nastyText }),
		system: nastyText,
		prompts: fc.array(nastyText, some),
		tools: fc.array(fc.record({ name: nastyText, description: nastyText, inputSchema: otherObject }), some),
		verify: fc.array(nastyText, some),
	}),
	"turn-start": fc.record({ type: fc.constant("turn-start" as const), turn: natural, prompt: nastyText }),
	request: fc.record({
		type: fc.constant("request" as const),
		index: natural,
		...place,
		purpose: fc.constantFrom(...PURPOSES),
		digest: nastyText,
	}),
	reply: fc.record({ type: fc.constant("reply" as const), index: natural, reply: fc.oneof(goodReply, badReply) }),
	"tool-call": fc.record({ type: fc.constant("tool-call" as const), call }),
	input: fc.record({
		type: fc.constant("input" as const),
		...place,
		from: fc.constantFrom(...INPUT_SOURCES),
		text: nastyText,
	}),
	undelivered: fc.record({ type: fc.constant("undelivered" as const), texts: fc.array(nastyText, some) }),
	breakdown: fc.record({
		type: fc.constant("breakdown" as const),
		...place,
		segments: fc.array(fc.record({ name: nastyText, tokens: natural }), some),
	}),
	trim: fc.record({ type: fc.constant("trim" as const), ...place, results: natural, characters: natural }),
	notice: fc.record({ type: fc.constant("notice" as const), ...place, text: nastyText }),
	compaction: fc.record({ type: fc.constant("compaction" as const), ...place, promptTokens: natural, summary: nastyText }),
	"turn-end": fc.record({ type: fc.constant("turn-end" as const), turn: natural, text: nastyText, cause, rounds: natural, usage }),
	diff: fc.record({
		type: fc.constant("diff" as const),
		changes: fc.array(fc.record({ path: nastyText, before: fc.option(entry), after: fc.option(entry) }), some),
	}),
	file: fc.record({
		type: fc.constant("file" as const),
		file: fc.record({ path: nastyText, exists: fc.boolean(), sha256: fc.option(nastyText), text: fc.option(nastyText) }),
	}),
	command: fc.record({
		type: fc.constant("command" as const),
		command: fc.record({
			digest: nastyText,
			run: nastyText,
			exitCode: fc.option(fc.integer()),
			end: fc.constantFrom("exited" as const, "timed-out" as const, "cancelled" as const, "not-started" as const),
			output: nastyText,
		}),
	}),
	outcome: fc.record({
		type: fc.constant("outcome" as const),
		outcome: fc.record({
			cause,
			usage,
			nanoUsd: natural,
			rounds: natural,
			requests: natural,
			compactions: natural,
			owedAnswer: fc.boolean(),
			forcedAnswer: fc.boolean(),
			endedOnFailedCall: fc.boolean(),
			promptsLeft: natural,
		}),
	}),
} satisfies { readonly [T in RecordingLine["type"]]: fc.Arbitrary<Extract<RecordingLine, { type: T }>> };

export const anyLine: fc.Arbitrary<RecordingLine> = fc.oneof(...Object.values(LINES));
