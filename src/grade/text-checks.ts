import { nameSome } from "../core/name-some.ts";
import { normalise } from "../core/normalise.ts";
import type { Finding } from "./grade.ts";
import { oneLine, quoted } from "./quote.ts";
import { search } from "./search.ts";

/** Checks of the answer: the final text of the last turn. */

export function contains(needle: string, answer: string): Finding {
	const passed = holds(answer, needle);
	const detail = passed
		? `the answer contains ${quoted(needle)}`
		: `expected ${quoted(needle)} in the answer; the answer is ${quoted(answer)}`;
	return { name: `contains:${quoted(needle)}`, passed, detail };
}

export function containsNot(needle: string, answer: string): Finding {
	const passed = !holds(answer, needle);
	const detail = passed
		? `no ${quoted(needle)} in the answer`
		: `expected no ${quoted(needle)} in the answer; the answer is ${quoted(answer)}`;
	return { name: `not_contains:${quoted(needle)}`, passed, detail };
}

export function containsAny(needles: readonly string[], answer: string): Finding {
	const found = needles.find((needle) => holds(answer, needle));
	const all = nameSome(needles.map(quoted), 10);
	const detail =
		found === undefined ? `expected one of ${all} in the answer; the answer is ${quoted(answer)}` : `the answer contains ${quoted(found)}`;
	return { name: `contains_any:${quoted(needles.join("|"))}`, passed: found !== undefined, detail };
}

export function matches(pattern: string, answer: string): Finding {
	const result = search(answer, pattern);
	const name = `matches:${slashed(pattern)}`;
	if (result.kind === "found") return { name, passed: true, detail: `${slashed(pattern)} matches ${quoted(result.match)}` };
	if (result.kind === "unfinished") return { name, passed: false, detail: unfinished(pattern) };
	return { name, passed: false, detail: `expected ${slashed(pattern)} to match the answer; the answer is ${quoted(answer)}` };
}

export function matchesNot(pattern: string, answer: string): Finding {
	const result = search(answer, pattern);
	const name = `not_matches:${slashed(pattern)}`;
	if (result.kind === "absent") return { name, passed: true, detail: `${slashed(pattern)} matches nothing in the answer` };
	if (result.kind === "unfinished") return { name, passed: false, detail: unfinished(pattern) };
	return { name, passed: false, detail: `expected ${slashed(pattern)} to match nothing in the answer; it matches ${quoted(result.match)}` };
}

function holds(answer: string, needle: string): boolean {
	return normalise(answer).includes(normalise(needle));
}

function slashed(pattern: string): string {
	return `/${oneLine(pattern)}/`;
}

function unfinished(pattern: string): string {
	return `${slashed(pattern)} backtracks without end on this answer; write it without nested repeats`;
}
