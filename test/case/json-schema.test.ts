import { expect, test } from "vitest";
import { caseJsonSchema } from "../../src/case/document/case-schema.ts";
import { configJsonSchema } from "../../src/case/document/config-schema.ts";

test("the schema of a case describes its keys to an editor and takes no others", () => {
	const schema = caseJsonSchema();
	expect(schema).toMatchObject({
		title: "Assay case",
		type: "object",
		additionalProperties: false,
		properties: {
			prompt: { anyOf: [{ type: "string" }, { type: "array" }] },
			phase: { enum: ["plan", "execute"] },
			limits: { additionalProperties: false, properties: { rounds: { type: "integer", minimum: 1 } } },
			expect: { additionalProperties: false },
		},
	});
	expect(schema).not.toHaveProperty("required");
});

test("the schema of a config holds that of a case in its defaults", () => {
	const { properties } = configJsonSchema();
	const { $schema, ...caseSchema } = caseJsonSchema();
	expect(properties).toMatchObject({ defaults: { properties: caseSchema.properties }, arms: { type: "object" } });
});
