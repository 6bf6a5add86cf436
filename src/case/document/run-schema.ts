import * as z from "zod";
import type { CaseDocument, LimitsDocument, RunDocument } from "./case-document.ts";
import { scaled } from "./decimal.ts";
import { count, duration, filledText, instant, strictMap } from "./forms.ts";

export const usd: z.ZodNumber = z
	.number()
	.positive()
	.refine(isMoney, "has too many digits; write at most 9 behind the point and 15 in all");

function isMoney(dollars: number): boolean {
	return scaled(Math.abs(dollars), 9) !== null;
}

export const limitsSchema: z.ZodType<LimitsDocument> = strictMap(
	{
		rounds: count.exactOptional().describe("Replies of the model over all turns; 40 when not given."),
		tokens: count.nullable().exactOptional().describe("Input and output tokens together; 200,000 when not given, null is no bound."),
		output_tokens: count.nullable().exactOptional(),
		usd: usd.nullable().exactOptional().describe("Dollars, by the `prices` of assay.yaml."),
		tool_calls: count.nullable().exactOptional(),
		requests: count.nullable().exactOptional().describe("HTTP attempts, retries among them."),
		wall: duration.nullable().exactOptional().describe("Working time, such as 5m or 1h30m; 10m when not given."),
		deadline: instant.nullable().exactOptional().describe("An ISO instant with a zone, in place of `wall`."),
		elapsed: duration.nullable().exactOptional().describe("All time since the trial began, waits too; a trial that it ends is ungraded."),
		transcript_chars: count.nullable().exactOptional().describe("Characters of the conversation; old results are cut to stay below."),
		hard_rounds: count.exactOptional().describe("What `rounds` may not go beyond, whoever sets it; 200 when not given."),
		denials: strictMap({ in_a_row: count.exactOptional(), total: count.exactOptional() })
			.exactOptional()
			.describe("Calls refused by policy that end a run; 3 in a row or 10 in all when not given."),
	},
	{
		hints: { max_rounds: 'did you mean "rounds"?', max_turns: 'did you mean "rounds"?', timeout: 'did you mean "wall"?' },
	},
);

const natural = z.int().min(0);
const share = z
	.number()
	.gt(0, "is no share; write a number above 0 and at most 1")
	.max(1, "is no share; write a number above 0 and at most 1");

const retry: z.ZodType<NonNullable<RunDocument["retry"]>> = strictMap(
	{
		max: natural.exactOptional().describe("Retries after a first attempt; 5 when not given."),
		base_ms: natural.exactOptional().describe("Milliseconds before the first retry, doubled with each; 500 when not given."),
		max_ms: natural.exactOptional().describe("The longest of these waits; 5,000 when not given."),
		retry_after_cap_ms: natural.exactOptional().describe("How long a server may ask us to wait; 60,000 when not given."),
		overloaded_ms: natural.exactOptional().describe("How long an overloaded provider is waited for; 600,000 when not given."),
	},
	{ hints: { retries: 'did you mean "max"?' } },
);

type RunShape = {
	readonly retry: z.ZodExactOptional<typeof retry>;
	readonly stuck: z.ZodExactOptional<z.ZodType<Exclude<RunDocument["stuck"], undefined>>>;
	readonly loop_guard: z.ZodExactOptional<z.ZodBoolean>;
	readonly empty_retries: z.ZodExactOptional<z.ZodInt>;
	readonly final_answer: z.ZodExactOptional<z.ZodBoolean>;
	readonly stream: z.ZodExactOptional<z.ZodNullable<z.ZodBoolean>>;
	readonly tool_output: z.ZodExactOptional<z.ZodType<NonNullable<RunDocument["tool_output"]>>>;
};

/** Keys of a case and of an arm's `overrides` that say how a run is played. */
export const runShape: RunShape = {
	retry: retry.exactOptional().describe("Retries of requests that fail."),
	stuck: strictMap({ window: count.exactOptional(), error_rate: share.exactOptional() })
		.nullable()
		.exactOptional()
		.describe("Ends a run when of its last `window` calls this share failed; 10 and 0.8 when not given, null is never."),
	loop_guard: z.boolean().exactOptional().describe("Ends a run that repeats itself after a compaction; true when not given."),
	empty_retries: natural.exactOptional().describe("Empty replies in a row that are answered with a nudge; 3 when not given."),
	final_answer: z.boolean().exactOptional().describe("Asks once more, without tools, where a bound left no answer."),
	stream: z.boolean().nullable().exactOptional().describe("Whether replies are streamed; null is where the run can be cancelled."),
	tool_output: strictMap({ lines: count.exactOptional(), bytes: count.exactOptional() })
		.exactOptional()
		.describe("How much of a result the model sees; 2,000 lines and 51,200 bytes when not given."),
};

/** Input scripted by round. */
export const steerSchema: z.ZodType<NonNullable<CaseDocument["steer"]>> = z.array(
	strictMap({
		round: count.describe("It enters with the results of the round before this one; 1 is beside the prompt."),
		text: filledText,
	}),
);
