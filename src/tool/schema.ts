import * as z from "zod";
import type { Json, JsonObject } from "../core/json.ts";
import { byteLength } from "../core/text.ts";

type Decoded<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: string };

/** The arguments of one tool: what a model is told of them, and how they are read. */
export type ArgumentSchema<T> = { readonly json: JsonObject; readonly decode: (args: Json) => Decoded<T> };

type Issue = z.core.$ZodIssue;

const TYPES: Readonly<Record<string, string>> = {
	string: "a string",
	number: "a number",
	int: "a whole number",
	boolean: "true or false",
	object: "an object",
};

/** An object with these arguments and no others. */
export function argumentsOf<S extends z.ZodRawShape>(shape: S): ArgumentSchema<z.infer<z.ZodObject<S, z.core.$strict>>> {
	const schema = z.strictObject(shape);
	return {
		json: jsonSchemaOf(schema),
		decode: (args) => {
			const parsed = schema.safeParse(args);
			return parsed.success ? { ok: true, value: parsed.data } : { ok: false, problem: problemOf(parsed.error.issues) };
		},
	};
}

export function text(description: string): z.ZodString {
	return z.string().describe(description);
}

/** The most that Linux passes to a program in one argument, without the zero byte at its end. */
const MOST_PROGRAM_BYTES = 128 * 1024 - 1;

/** What becomes an argument of a program: what the system would refuse, in words of its own, is refused here. */
export function programText(description: string): z.ZodString {
	return text(description)
		.refine((given) => !given.includes("\0"), "expected no zero byte")
		.refine((given) => byteLength(given) <= MOST_PROGRAM_BYTES, `expected at most ${MOST_PROGRAM_BYTES} bytes`);
}

/** At least 1: people count lines, levels and seconds from there. */
export function wholeNumber(description: string, max: number): z.ZodInt {
	return z.int().min(1).max(max).describe(description);
}

export function flag(description: string): z.ZodBoolean {
	return z.boolean().describe(description);
}

function jsonSchemaOf(schema: z.ZodType): JsonObject {
	const { type, properties, required, additionalProperties } = z.toJSONSchema(schema, { io: "input" });
	return { type, properties, ...(required === undefined ? {} : { required }), additionalProperties } as JsonObject;
}

function problemOf(issues: readonly Issue[]): string {
	// A number beyond what JavaScript counts exactly is beyond the argument's own bound too.
	return issues
		.filter((issue) => !("origin" in issue && issue.origin === "int"))
		.map(phrase)
		.join("; ");
}

function phrase(issue: Issue): string {
	const at = issue.path.length === 0 ? "the arguments" : issue.path.join(".");
	switch (issue.code) {
		case "invalid_type":
			return `${at}: expected ${TYPES[issue.expected] ?? issue.expected}`;
		case "too_small":
			return `${at}: expected ${issue.origin === "string" ? "a longer string" : `at least ${issue.minimum}`}`;
		case "too_big":
			return `${at}: expected at most ${issue.maximum}`;
		case "unrecognized_keys":
			return `unknown: ${issue.keys.join(", ")}`;
		default:
			return `${at}: ${issue.message}`;
	}
}
