import { caseJsonSchema } from "../../case/document/case-schema.ts";
import { configJsonSchema } from "../../case/document/config-schema.ts";
import { usageError } from "../../core/error.ts";
import { type JsonObject, prettyJson } from "../../core/json.ts";
import { cardJsonSchema } from "../../report/card-schema.ts";
import type { Arguments, Io } from "../option.ts";

const SCHEMAS: Readonly<Record<string, () => JsonObject>> = { case: caseJsonSchema, config: configJsonSchema, scorecard: cardJsonSchema };

/** `assay schema`: what editors complete and check files with, made from what decodes them. */
export async function run(args: Arguments, io: Io): Promise<number> {
	const kind = args.text("kind") ?? "case";
	const schema = Object.hasOwn(SCHEMAS, kind) ? SCHEMAS[kind] : undefined;
	if (schema === undefined) throw usageError(`no schema of "${kind}"`, `ask for one of ${Object.keys(SCHEMAS).join(", ")}`);
	io.print(prettyJson(schema()));
	return 0;
}
