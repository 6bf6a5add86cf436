import { typeName } from "../../core/type-name.ts";
import { didYouMean } from "./did-you-mean.ts";
import { type Finding, finding, nameOf } from "./finding.ts";
import type { Path } from "./layer.ts";

/** As much of a schema's complaint as messages are made of; `message` is `what; remedy`, or one such line for each of `keys`. */
export type Issue = {
	readonly code?: string;
	readonly path: readonly PropertyKey[];
	readonly message: string;
	readonly keys?: readonly string[];
	readonly errors?: readonly (readonly Issue[])[];
};

/** A complaint before it has a message. */
export type RawIssue = {
	readonly code?: string;
	readonly input?: unknown;
	readonly expected?: string;
	readonly minimum?: number | bigint;
	readonly maximum?: number | bigint;
	readonly inclusive?: boolean;
	readonly origin?: string;
	readonly values?: readonly unknown[];
	readonly errors?: readonly (readonly { readonly code?: string; readonly path: readonly PropertyKey[]; readonly expected?: string }[])[];
};

/** The words for a complaint, `what; remedy`, to be read behind the name of the value. */
export function wordsFor(issue: RawIssue): string {
	if (issue.input === undefined) return "is missing; add it";
	if (issue.code === "invalid_type") return mustBe([issue.expected ?? ""], issue.input);
	if (issue.code === "invalid_union") return mustBe(typesOf(issue), issue.input);
	if (issue.code === "invalid_value") return wordsForValue(issue.values ?? [], issue.input);
	if (issue.code === "too_small") return wordsForSmall(issue);
	if (issue.code === "too_big") return `must be at most ${issue.maximum}, not ${shown(issue.input)}; write a smaller number`;
	return `is not allowed: ${shown(issue.input)}; change it`;
}

/** What a complaint says, placed; of the forms a value could have had, the one that it has is followed. */
export function findingsOf(issue: Issue, above: Path = []): readonly Finding[] {
	const path = [...above, ...issue.path.map((step) => (typeof step === "number" ? step : String(step)))];
	const form = issue.errors?.find((issues) => !issues.some(isAboutForm));
	if (form !== undefined) return form.flatMap((inner) => findingsOf(inner, path));
	if (issue.keys === undefined) return [split(path, issue.message, `${nameOf(path)} `)];
	const lines = issue.message.split("\n");
	return issue.keys.map((key, at) => ({ ...split([...path, key], lines[at] ?? "", ""), part: "key" }));
}

/** A value as a message repeats it: short ones whole, others by their kind. */
export function shown(value: unknown): string {
	if (Array.isArray(value)) return "a list";
	if (typeof value === "object" && value !== null) return "a map";
	const text = JSON.stringify(value) ?? "nothing";
	return text.length <= 60 ? text : `${text.slice(0, 59)}…`;
}

function split(path: Path, message: string, name: string): Finding {
	const at = message.lastIndexOf("; ");
	return finding(path, `${name}${message.slice(0, at)}`, message.slice(at + 2));
}

function mustBe(types: readonly string[], input: unknown): string {
	const names = types.map(typeName).join(" or ");
	const isQuotable = types.includes("string") && (typeof input === "number" || typeof input === "boolean");
	return `must be ${names}, not ${shown(input)}; ${isQuotable ? "put it in quotes" : `write ${names}`}`;
}

function typesOf(issue: RawIssue): readonly string[] {
	const types = (issue.errors ?? []).flatMap((issues) => issues.flatMap((inner) => (isAboutForm(inner) ? [inner.expected ?? ""] : [])));
	return [...new Set(types)];
}

/** Whether a complaint is that the value as a whole has another type, and not about a part of it. */
function isAboutForm(issue: { readonly code?: string; readonly path: readonly PropertyKey[] }): boolean {
	return issue.code === "invalid_type" && issue.path.length === 0;
}

function wordsForValue(values: readonly unknown[], input: unknown): string {
	const names = values.map(String);
	return `cannot be ${shown(input)}; ${typeof input === "string" ? didYouMean(input, names) : `write ${names[0]}`}`;
}

function wordsForSmall({ input, minimum, inclusive, origin }: RawIssue): string {
	if (origin === "array" || origin === "string") return `must not be empty; ${origin === "array" ? "name at least one" : "write a text"}`;
	return `must be ${inclusive ? "at least" : "more than"} ${minimum}, not ${shown(input)}; write a larger number`;
}
