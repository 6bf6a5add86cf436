import * as z from "zod";
import { STOP_CODES } from "../../agent/stop-code.ts";
import type { JsonObject } from "../../core/json.ts";
import { shown, wordsFor } from "../problem/issue.ts";
import { isInnerPath } from "../text/inner-path.ts";
import type {
	ArgsDocument,
	CaseDocument,
	ExpectDocument,
	FileDocument,
	OneOrMore,
	OracleItem,
	OverridesDocument,
	VerifyDocument,
	VerifyFileDocument,
} from "./case-document.ts";
import { type DecodedDocument, decodeDocument } from "./decode-document.ts";
import { count, duration, filledText, strictMap, textOfForm, textThat, textWithout } from "./forms.ts";
import { LATER_CASE_KEYS, LATER_EXPECT_KEYS } from "./later-keys.ts";
import { normalisesToNothing } from "./needle.ts";
import { isPattern, matchesAnything, matchesNothing } from "./pattern.ts";
import { permissionSchema } from "./permission-schema.ts";
import { limitsSchema, runShape, steerSchema } from "./run-schema.ts";
import { watchedGlobFault } from "./workspace-glob.ts";

const innerPath = textThat(isInnerPath, "must be a path that stays inside, not {}; write it relative, with / and without ..");
const watchedGlob = textWithout(watchedGlobFault);
const needle = textThat((text) => !normalisesToNothing(text), "is found in every answer: {}; write letters or digits");
const TELLING = "write what tells a right answer from a wrong one";
const pattern = textThat(isPattern, "is no regular expression (flag u): {}; mend it")
	.refine((text) => !isPattern(text) || !matchesAnything(text), {
		error: ({ input }) => `matches every answer: ${shown(input)}; ${TELLING}`,
	})
	.refine((text) => !isPattern(text) || !matchesNothing(text), { error: ({ input }) => `matches no answer: ${shown(input)}; ${TELLING}` });
const sha256 = textOfForm("SHA-256", (text) => /^[0-9a-f]{64}$/.test(text), "write 64 digits of lower-case hex");
const names = z.array(filledText);

function oneOrMore(item: z.ZodString): z.ZodType<OneOrMore> {
	return z.union([item, z.array(item)]);
}

const verifyFile: z.ZodType<VerifyFileDocument> = z.union([filledText, strictMap({ from: filledText, to: innerPath })]);

const verify: z.ZodType<string | VerifyDocument> = z.union([
	filledText,
	strictMap({
		run: filledText.describe("A shell command in the workspace; it passes with exit code 0."),
		files: z.array(verifyFile).exactOptional().describe("Copied in after the agent has stopped; relative to the case file."),
		timeout: duration.exactOptional().describe("2m when not given."),
		weight: count.exactOptional(),
	}),
]);

const args: z.ZodType<ArgsDocument> = strictMap({
	tool: filledText,
	key: filledText,
	equals: z.any().exactOptional(),
	contains: needle.exactOptional(),
});

const file: z.ZodType<FileDocument> = strictMap({
	path: innerPath,
	exists: z.boolean().exactOptional(),
	contains: z.string().min(1).exactOptional(),
	equals: z.string().exactOptional(),
	sha256: sha256.exactOptional(),
});

const expect: z.ZodType<ExpectDocument> = strictMap(
	{
		tools: oneOrMore(filledText).exactOptional().describe("Each is called at least once."),
		tools_in_order: names.min(1).exactOptional().describe("Called in this order, with others between them."),
		forbid_tools: oneOrMore(filledText).exactOptional().describe("None of them is called, not even in vain."),
		denied: oneOrMore(filledText).exactOptional().describe("Each is asked for, and refused by policy, at least once."),
		no_tools: z.boolean().exactOptional().describe("No tool is called."),
		args: z.array(args).exactOptional().describe("Some call of `tool` has such a value behind `key`."),
		contains: oneOrMore(needle).exactOptional().describe("Each is in the answer, whatever its case and emphasis."),
		not_contains: oneOrMore(needle).exactOptional(),
		contains_any: z.array(needle).min(1).exactOptional(),
		matches: oneOrMore(pattern).exactOptional().describe("Regular expressions, compiled with the flag u."),
		not_matches: oneOrMore(pattern).exactOptional(),
		max_rounds: count.exactOptional().describe("Needs at most so many rounds; below limits.rounds."),
		stop_cause: z.enum(STOP_CODES).exactOptional(),
		min_compactions: count.exactOptional(),
		ended_on_failed_call: z.boolean().exactOptional(),
		unchanged: oneOrMore(watchedGlob).exactOptional().describe("Globs of files that the run must leave alone."),
		files: z.array(file).exactOptional(),
		verify: verify.exactOptional().describe("A command that passes with exit code 0 once the agent has stopped."),
	},
	{ later: LATER_EXPECT_KEYS, hints: { max_turns: 'did you mean "max_rounds"?' } },
);

const call = z.record(z.string(), z.any());
const oracleItem: z.ZodType<OracleItem> = z.union([call, z.array(call).min(1)]);

const overridable = {
	system: z.string().nullable().exactOptional().describe("The system prompt."),
	tools: names.exactOptional().describe("Tools that are offered; the file tools and shell when not given."),
	phase: z.enum(["plan", "execute"]).exactOptional().describe("`plan` offers nothing that may write."),
	permissions: permissionSchema.exactOptional().describe("Who may call what: a mode, and rules on tools and their arguments."),
	withhold: names.exactOptional().describe("Tools that are neither offered nor run."),
	limits: limitsSchema.exactOptional(),
	compact_at_tokens: count.nullable().exactOptional().describe("Prompt tokens from which the conversation is summarised."),
	...runShape,
};

const caseSchema: z.ZodType<CaseDocument> = strictMap(
	{
		prompt: z
			.union([filledText, names.min(1)])
			.exactOptional()
			.describe("What is asked; a list is several turns of one conversation."),
		prompt_file: filledText.exactOptional().describe("A file that holds the prompt, relative to the case file."),
		tags: names.min(1).exactOptional(),
		fixture: innerPath
			.nullable()
			.exactOptional()
			.describe("A folder of fixtures/, copied for every trial; an empty workspace when not given."),
		...overridable,
		setup: filledText.nullable().exactOptional().describe("A command that is run in the workspace before the agent."),
		repeats: count.exactOptional(),
		steer: steerSchema.exactOptional().describe("Text for the model while it works: `{round, text}`."),
		oracle: z
			.array(oracleItem)
			.min(1)
			.nullable()
			.exactOptional()
			.describe("The reference solution: `{tool: args}` or `{say: text}`, a round each."),
		rows: filledText.exactOptional().describe("A .jsonl file: each line is a case, its fields filled in for {{field}}."),
		expect: expect.exactOptional(),
	},
	{ later: LATER_CASE_KEYS, hints: { id: "take it out: the id of a case is its path" } },
).meta({ title: "Assay case" });

/** What an arm lays over every case. */
export const overridesSchema: z.ZodType<OverridesDocument> = strictMap(overridable, { later: LATER_CASE_KEYS });

/** `defaults` of assay.yaml: any key of a case. */
export const defaultsSchema: z.ZodType<CaseDocument> = caseSchema;

/** A case document, merged or not, and what is wrong with it by itself. */
export function decodeCaseDocument(value: JsonObject): DecodedDocument<CaseDocument> {
	return decodeDocument((document) => caseSchema.safeParse(document, { error: wordsFor }), value);
}

/** The JSON Schema of a case file, for editors. */
export function caseJsonSchema(): JsonObject {
	return JSON.parse(JSON.stringify(z.toJSONSchema(caseSchema, { io: "input" })));
}
