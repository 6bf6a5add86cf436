import { readFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Json } from "../../src/core/json.ts";
import { cardJsonSchema, cardSchema } from "../../src/report/card-schema.ts";
import type { TrialRow } from "../../src/report/trial-row.ts";
import { writeScorecard } from "../../src/report/write.ts";
import { anyRows } from "./any-row.ts";
import { failedCheck, headOf, rowOf, streamOf, temporaryFolder } from "./row-of.ts";

const head = headOf({
	arms: [
		{ arm: "Opus", provider: "anthropic", model: "claude-opus" },
		{ arm: "haiku", provider: "oracle", model: null },
	],
});

/** The places, as JSON pointers, at which the schema finds a card wrong. */
function placesOf(card: Json): readonly string[] {
	return (cardSchema.safeParse(card).error?.issues ?? []).map(({ path }) => path.map((step) => `/${String(step)}`).join(""));
}

async function writtenCard(rows: readonly TrialRow[]): Promise<string> {
	await using folder = await temporaryFolder();
	const path = join(folder.path, "scorecard.json");
	await writeScorecard(path, head, streamOf(rows));
	return await readFile(path, "utf8");
}

describe("cardSchema", () => {
	test("takes whatever card is written, whole", async () => {
		await fc.assert(
			fc.asyncProperty(anyRows, async (rows) => {
				expect(placesOf(JSON.parse(await writtenCard(rows)))).toEqual([]);
			}),
			{ numRuns: 100 },
		);
	});

	test.each([
		["an unknown key at the top", '"pool": null', '"pool": null, "extra": 1', ""],
		["an unknown key in the plan", '"seed": "7"', '"seed": "7", "extra": 1', "/plan"],
		["an unknown key in a trial", '"stop": "completed"', '"stop": "completed", "extra": 1', "/trials/0"],
		["an unknown key in a rate", '"rate": null', '"rate": null, "extra": 1', "/arms/0/rates/checks"],
		["a stop code that is none", '"setup_error": 1', '"tired": 1', "/arms/1/ungraded"],
		["no pool", '  "pool": null,\n', "", "/pool"],
		["no diff", '      "diff": "0d1f",\n', "", "/trials/0/diff"],
		["a tag without a name", '      "tag": "codegen"', '      "arms": []', "/tags/0/tag"],
		[
			"a pool of another kind",
			'"pool": null',
			'"pool": {"admission": "soft", "nano_usd": null, "slices": 1, "tokens": null}',
			"/pool/admission",
		],
		["another version", '"schema": 1', '"schema": 2', "/schema"],
		["a rate that is a number", '"rate": "0.0000"', '"rate": 0', "/arms/1/rates/checks/rate"],
		["a rate of fewer digits", '"rate": "0.0000"', '"rate": "0.0"', "/arms/1/rates/checks/rate"],
		["half a token", '"input_tokens": 100', '"input_tokens": 0.5', "/trials/0/usage/input_tokens"],
		["less than no rounds", '"rounds": 0', '"rounds": -1', "/arms/0/rounds"],
		["a verdict that is none", '"verdict": "fail"', '"verdict": "good"', "/trials/0/verdict"],
		["a key of TypeScript", '"tool_errors": 0', '"toolErrors": 0', "/arms/0/counters/tool_errors"],
	])("refuses %s", async (_, written, changed, place) => {
		const text = await writtenCard([
			rowOf({ caseId: "a", verdict: "fail", checks: [failedCheck("verify", "exit 1")] }),
			rowOf({ caseId: "b", verdict: "ungraded", stop: "setup_error" }),
		]);
		expect(text).toContain(written);
		expect(placesOf(JSON.parse(text.replace(written, changed)))).toContain(place);
	});
});

test("the JSON Schema tells all keys of the file in the forms that the file has", async () => {
	const schema = cardJsonSchema();
	const card: Json = JSON.parse(await writtenCard([]));
	expect(schema).toMatchObject({
		$schema: "https://json-schema.org/draft/2020-12/schema",
		title: "Assay scorecard",
		additionalProperties: false,
		properties: {
			schema: { const: 1 },
			arms: { items: { properties: { ungraded: { additionalProperties: { type: "integer" } } } } },
			tags: { items: { properties: { tag: { type: "string" } } } },
			rates: { properties: { pass_all: { additionalProperties: false } } },
			pool: { anyOf: [{ properties: { admission: { const: "hard" } } }, { type: "null" }] },
			trials: {
				items: {
					additionalProperties: false,
					properties: {
						case: { type: "string" },
						verdict: { enum: ["pass", "fail", "ungraded"] },
						tool_calls: { type: "integer", minimum: 0 },
						checks: { items: { properties: { weight: { type: "string" } } } },
					},
				},
			},
		},
	});
	expect(schema.required).toEqual(expect.arrayContaining(Object.keys(card ?? {})));
});
