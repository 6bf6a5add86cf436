import * as z from "zod";
import type { LimitsDocument } from "./case-document.ts";
import { scaled } from "./decimal.ts";
import { count, duration, instant, strictMap } from "./forms.ts";

const usd = z.number().positive().refine(isMoney, "has too many digits; write at most 9 behind the point and 15 in all");

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
	},
	{
		later: ["elapsed"],
		hints: { max_rounds: 'did you mean "rounds"?', max_turns: 'did you mean "rounds"?', timeout: 'did you mean "wall"?' },
	},
);
