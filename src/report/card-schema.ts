import * as z from "zod";
import { STOP_CODES } from "../agent/stop-code.ts";
import type { JsonObject } from "../core/json.ts";
import { CARD_SCHEMA } from "./card-json.ts";
import type { CardHead, TrialRow } from "./trial-row.ts";

const VERDICTS = ["pass", "fail", "ungraded"] as const satisfies readonly TrialRow["verdict"][];

/** What is wrong with a value, to be read behind its name. */
type Words = z.core.$ZodErrorMap;

const mapWords: Words = (issue) =>
	issue.code === "unrecognized_keys" ? `has unknown keys: ${issue.keys.map((key) => JSON.stringify(key)).join(", ")}` : "is no object";

function wordsOf(choices: readonly string[]): Words {
	return ({ input }) => (typeof input === "string" ? `is ${JSON.stringify(input)}, not one of ${choices.join(", ")}` : "is no text");
}

/** A map that takes the keys of its shape and no others. */
function strictMap<S extends z.ZodRawShape>(shape: S): z.ZodObject<S, z.core.$strict> {
	return z.strictObject(shape, { error: mapWords });
}

function listOf<T extends z.ZodType>(item: T): z.ZodArray<T> {
	return z.array(item, "is no list");
}

const text = z.string("is no text");
const flag = z.boolean("is neither true nor false");
const natural = z.int("is no whole number").nonnegative("is no whole number");
const ordinal = z.int("is no whole number").positive("is not counted from 1");
const decimal = text.regex(/^\d+\.\d{4}$/, "is no decimal of four digits");
const stop = z.enum(STOP_CODES, { error: wordsOf(STOP_CODES) });

const check = strictMap({ name: text, passed: flag, weight: decimal.transform(Number), detail: text });

const usage = strictMap({
	input_tokens: natural,
	output_tokens: natural,
	cache_read_tokens: natural,
	cache_write_tokens: natural,
	nano_usd: natural,
});

const counters = strictMap({
	compactions: natural,
	denied: natural,
	malformed: natural,
	tool_errors: natural,
	unknown: natural,
});

const spent = { usage, rounds: natural, requests: natural, tool_calls: natural, counters };

const end = strictMap({
	owed_answer: flag.describe("The model was still to say something."),
	forced_answer: flag.describe("The answer was asked for by itself, after a bound."),
	ended_on_failed_call: flag.describe("It completed, and its last call had gone wrong."),
	usage_complete: flag.describe("False where a reply was cut: its usage is then a lower bound."),
});

/** A row of a card. Key by key, since `...rest` costs more than all else here. */
export const rowSchema: z.ZodType<TrialRow> = strictMap({
	case: text,
	arm: text,
	repeat: ordinal,
	tags: listOf(text),
	verdict: z.enum(VERDICTS, { error: wordsOf(VERDICTS) }),
	stop: stop.describe("What ended the trial."),
	end,
	checks: listOf(check),
	...spent,
	diff: text.nullable().describe("SHA-256 of the workspace diff; null when there was no workspace to compare."),
	recording: text.nullable().describe("Its place in the run folder, without its attempt; null when the trial never began."),
}).transform((row) => ({
	caseId: row.case,
	arm: row.arm,
	repeat: row.repeat,
	tags: row.tags,
	verdict: row.verdict,
	stop: row.stop,
	end: {
		owedAnswer: row.end.owed_answer,
		forcedAnswer: row.end.forced_answer,
		endedOnFailedCall: row.end.ended_on_failed_call,
	},
	checks: row.checks,
	usage: {
		input: row.usage.input_tokens,
		output: row.usage.output_tokens,
		cacheRead: row.usage.cache_read_tokens,
		cacheWrite: row.usage.cache_write_tokens,
		complete: row.end.usage_complete,
	},
	nanoUsd: row.usage.nano_usd,
	rounds: row.rounds,
	requests: row.requests,
	toolCalls: row.tool_calls,
	counters: {
		compactions: row.counters.compactions,
		denied: row.counters.denied,
		unknown: row.counters.unknown,
		malformed: row.counters.malformed,
		toolErrors: row.counters.tool_errors,
	},
	diff: row.diff,
	recording: row.recording,
}));

const counts = {
	planned: natural.describe("Trials: passed, failed and ungraded."),
	passed: natural,
	failed: natural,
	ungraded: z.partialRecord(stop, natural, { error: mapWords }).describe("How many trials have no verdict, by what ended them."),
};

const rate = { passed: natural, graded: natural, rate: decimal.nullable().describe("passed / graded; null over nothing.") };
const rateOfPlanned = strictMap({ ...rate, planned: natural });
const rates = {
	pass: rateOfPlanned.describe("Over trials."),
	pass_all: rateOfPlanned.describe("Over cases: every repeat passed. A case is graded when all its repeats are."),
	pass_any: rateOfPlanned.describe("Over cases: at least one repeat passed."),
	checks: strictMap(rate).describe("Over the checks of graded trials."),
};

const arm = strictMap({
	arm: text,
	provider: text,
	model: text.nullable(),
	...counts,
	rates: strictMap(rates),
	...spent,
}).transform(({ arm: id, provider, model }) => ({ arm: id, provider, model }));

const armOfTag = strictMap({ arm: text, ...counts, rates: strictMap({ pass: rateOfPlanned }) });

const ledger = strictMap({ limit: natural, charged: natural }).nullable();
const pool = strictMap({ admission: z.literal("hard", "is not hard"), slices: z.literal(1, "is not 1"), tokens: ledger, nano_usd: ledger })
	.nullable()
	.transform((book) =>
		book === null
			? null
			: {
					tokens: book.tokens?.limit ?? null,
					nanoUsd: book.nano_usd?.limit ?? null,
					chargedTokens: book.tokens?.charged ?? 0,
					chargedNanoUsd: book.nano_usd?.charged ?? 0,
				},
	);

const head = strictMap({
	schema: z.literal(CARD_SCHEMA, { error: () => `is not ${CARD_SCHEMA}` }),
	suite: text,
	plan: strictMap({
		digest: text.describe("Over all the others."),
		cases: text,
		fixtures: text,
		tools: text,
		arms: text,
		repeats: natural.describe("The most that any case has."),
		seed: text,
	}),
	complete: flag,
	reason: text.nullable().describe("Why the card is not complete."),
	arms: listOf(arm),
	rates: strictMap({ ...counts, ...rates }).describe("Over all arms."),
	tags: listOf(strictMap({ tag: text, arms: listOf(armOfTag) })),
	pool: pool.describe("The plan book: limits, and what trials were charged, each at most its hold; null without a pool."),
});

/** The whole of `scorecard.json`. */
export const cardSchema: z.ZodType = head.extend({ trials: listOf(rowSchema) }).meta({ title: "Assay scorecard" });

/** A card without its trials. Its aggregates are not given back: whoever needs them folds the rows. */
export const headSchema: z.ZodType<CardHead> = head.transform(({ schema, rates: _, tags, ...rest }) => rest);

/** The JSON Schema of a scorecard, for whoever reads one. */
export function cardJsonSchema(): JsonObject {
	return JSON.parse(JSON.stringify(z.toJSONSchema(cardSchema, { io: "input" })));
}
