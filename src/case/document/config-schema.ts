import * as z from "zod";
import type { JsonObject } from "../../core/json.ts";
import { ASKED_LEVELS } from "../../isolation/command.ts";
import { wordsFor } from "../problem/issue.ts";
import { isInnerGlob } from "../text/inner-path.ts";
import { defaultsSchema, overridesSchema } from "./case-schema.ts";
import type { ArmDocument, ConfigDocument, PriceDocument } from "./config-document.ts";
import { scaled } from "./decimal.ts";
import { type DecodedDocument, decodeDocument } from "./decode-document.ts";
import { count, filledText, strictMap, textOfForm, textThat, textWithout } from "./forms.ts";
import { LATER_ARM_KEYS, LATER_CONFIG_KEYS, LATER_PROVIDERS } from "./later-keys.ts";
import { runShape, usd } from "./run-schema.ts";
import { ignoredGlobFault } from "./workspace-glob.ts";

const PROVIDERS = ["anthropic", "oracle", "nop", "script"] as const;

const provider = z.enum(PROVIDERS, {
	error: ({ input }) =>
		LATER_PROVIDERS.includes(String(input)) ? `"${input}" is not supported yet; take one of ${PROVIDERS.join(", ")}` : undefined,
});
const url = textOfForm("http address", (text) => /^https?:\/\//.test(text) && URL.canParse(text), "write it with https://");
const variable = textOfForm("name of a variable", (text) => /^[A-Za-z_]\w*$/.test(text), "write letters, digits and _");
const glob = textThat(isInnerGlob, "must be a glob that stays below the folder of assay.yaml, not {}; write it relative and without ..");
const ignoredGlob = textWithout(ignoredGlobFault);
const price = z.number().min(0).refine(isPrice, "is finer than a nano-dollar a token; write at most 3 digits behind the point");

function isPrice(dollarsPerMillion: number): boolean {
	return scaled(Math.abs(dollarsPerMillion), 3) !== null;
}

const params: z.ZodType<JsonObject> = strictMap({
	temperature: z.number().min(0).max(2).exactOptional(),
	max_tokens: count.exactOptional(),
	thinking: z.union([z.boolean(), z.int().min(1024), z.object({ type: filledText }).catchall(z.any())]).exactOptional(),
	cache: z.union([z.boolean(), z.enum(["5m", "1h"])]).exactOptional(),
});

const arm: z.ZodType<ArmDocument> = strictMap(
	{
		provider,
		default: z.boolean().exactOptional().describe("Runs when no arm is named."),
		model: filledText.exactOptional(),
		file: filledText.exactOptional().describe("Replies of a script arm: JSONL of {case, replies}, relative to assay.yaml."),
		base_url: url.exactOptional(),
		api_key_env: variable.exactOptional().describe("The variable that holds the key; ANTHROPIC_API_KEY when not given."),
		params: params.exactOptional(),
		retry: runShape.retry,
		overrides: overridesSchema.exactOptional().describe("Wins over the case."),
	},
	{ later: LATER_ARM_KEYS },
);

const prices: z.ZodType<PriceDocument> = strictMap({
	input: price,
	output: price,
	cache_read: price.exactOptional().describe("A tenth of `input` when not given."),
	cache_write: price.exactOptional().describe("1.25 times `input` when not given."),
});

const pool: z.ZodType<NonNullable<ConfigDocument["pool"]>> = strictMap({
	tokens: count.exactOptional().describe("Input and output tokens together."),
	usd: usd.exactOptional().describe("Dollars, by the prices of this file."),
	admission: z
		.enum(["hard"], { error: ({ input }) => (input === "soft" ? '"soft" is not supported yet; take it out' : undefined) })
		.exactOptional()
		.describe("A group of trials begins when its whole holds fit."),
	waste: z.number().min(0).exactOptional().describe("The share beyond the pool that failed attempts may cost before the run stops; 0.1."),
});

const configSchema: z.ZodType<ConfigDocument> = strictMap(
	{
		name: filledText.exactOptional().describe("What scorecards call the suite."),
		cases: z
			.union([glob, z.array(glob).min(1)])
			.exactOptional()
			.describe("Globs of case files; cases/**/*.{yaml,yml,json} when not given."),
		fixtures: filledText.exactOptional().describe("The folder of fixtures."),
		reports: filledText.exactOptional().describe("The folder of runs."),
		seed: z.union([filledText, z.int()]).exactOptional(),
		defaults: defaultsSchema.exactOptional().describe("What every case starts from."),
		arms: z.record(z.string(), arm).exactOptional(),
		concurrency: count.exactOptional(),
		pool: pool.exactOptional().describe("What all trials of a run may take together; trials are admitted in plan order."),
		isolation: z.enum(ASKED_LEVELS).exactOptional().describe("How commands are kept in; auto when not given."),
		mounts: z.array(filledText).exactOptional().describe("Folders that commands may read, such as caches; ~ and relative paths too."),
		prices: z.record(z.string(), prices).exactOptional().describe("Dollars per million tokens, by model."),
		diff: strictMap({ ignore: z.array(ignoredGlob).exactOptional().describe("Globs that the workspace diff leaves out.") }).exactOptional(),
	},
	{ later: LATER_CONFIG_KEYS },
).meta({ title: "Assay suite" });

/** `assay.yaml` and what is wrong with it by itself. */
export function decodeConfigDocument(value: JsonObject): DecodedDocument<ConfigDocument> {
	return decodeDocument((document) => configSchema.safeParse(document, { error: wordsFor }), value);
}

/** The JSON Schema of `assay.yaml`, for editors. */
export function configJsonSchema(): JsonObject {
	return JSON.parse(JSON.stringify(z.toJSONSchema(configSchema, { io: "input" })));
}
