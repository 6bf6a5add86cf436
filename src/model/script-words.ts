import { typeName } from "../core/type-name.ts";

/** As much of a schema's complaint as words are made of. */
type RawIssue = {
	readonly code?: string;
	readonly input?: unknown;
	readonly expected?: string;
	readonly minimum?: number | bigint;
	readonly maximum?: number | bigint;
	readonly origin?: string;
	readonly values?: readonly unknown[];
	readonly keys?: readonly string[];
};

/** The words for what a script says wrong, `what; remedy`, to be read behind the name of the value. */
export function wordsFor(issue: RawIssue): string {
	switch (issue.code) {
		case "invalid_type":
			return wordsForType(typeName(issue.expected), issue.input);
		case "invalid_value":
			return wordsForValue(issue.values ?? [], issue.input);
		case "too_small":
			return issue.origin === "string" ? "is empty; write a text" : `must be at least ${issue.minimum}; write a larger number`;
		case "too_big":
			return `must be at most ${issue.maximum}; write a smaller number`;
		case "unrecognized_keys":
			return `has an unknown key: ${(issue.keys ?? []).map((key) => JSON.stringify(key)).join(", ")}; take it out`;
		default:
			return "is not allowed; mend or remove it";
	}
}

function wordsForType(name: string, input: unknown): string {
	return input === undefined ? "is missing; add it" : `must be ${name}; write ${name}`;
}

function wordsForValue(values: readonly unknown[], input: unknown): string {
	return input === undefined ? "is missing; add it" : `cannot be ${JSON.stringify(input)}; write one of ${values.join(", ")}`;
}
