import { posix } from "node:path";
import type { Expectation } from "../expectation.ts";
import { DEFAULT_VERIFY_TIMEOUT } from "./built-in.ts";
import { type ExpectDocument, listOf, type VerifyDocument, type VerifyFileDocument } from "./case-document.ts";
import { parseDuration } from "./duration.ts";

/** The expectations of a case, one for each thing that can fail, in an order that does not depend on the file's. */
export function decodeExpect(expect: ExpectDocument): readonly Expectation[] {
	return [...callExpectations(expect), ...textExpectations(expect), ...runExpectations(expect), ...workspaceExpectations(expect)];
}

function callExpectations(expect: ExpectDocument): readonly Expectation[] {
	return [
		...each(listOf(expect.tools), (tool) => ({ kind: "tools", tool, weight: 1 })),
		...maybe(expect.tools_in_order, (tools) => ({ kind: "tools_in_order", tools, weight: 1 })),
		...each(listOf(expect.forbid_tools), (tool) => ({ kind: "forbid_tools", tool, weight: 1 })),
		...each(listOf(expect.denied), (tool) => ({ kind: "denied", tool, weight: 1 })),
		...maybe(expect.no_tools || undefined, () => ({ kind: "no_tools", weight: 1 })),
		...each(expect.args ?? [], (args) => ({ kind: "args", ...args, weight: 1 })),
	];
}

function textExpectations(expect: ExpectDocument): readonly Expectation[] {
	return [
		...each(listOf(expect.contains), (needle) => ({ kind: "contains", needle, weight: 1 })),
		...each(listOf(expect.not_contains), (needle) => ({ kind: "not_contains", needle, weight: 1 })),
		...maybe(expect.contains_any, (needles) => ({ kind: "contains_any", needles, weight: 1 })),
		...each(listOf(expect.matches), (pattern) => ({ kind: "matches", pattern, weight: 1 })),
		...each(listOf(expect.not_matches), (pattern) => ({ kind: "not_matches", pattern, weight: 1 })),
	];
}

function runExpectations(expect: ExpectDocument): readonly Expectation[] {
	return [
		...maybe(expect.max_rounds, (limit) => ({ kind: "max_rounds", limit, weight: 1 })),
		...maybe(expect.stop_cause, (code) => ({ kind: "stop_cause", code, weight: 1 })),
		...maybe(expect.min_compactions, (least) => ({ kind: "min_compactions", least, weight: 1 })),
		...maybe(expect.ended_on_failed_call, (value) => ({ kind: "ended_on_failed_call", value, weight: 1 })),
	];
}

function workspaceExpectations(expect: ExpectDocument): readonly Expectation[] {
	const unchanged = listOf(expect.unchanged);
	return [
		...maybe(unchanged.length > 0 ? unchanged : undefined, (globs) => ({ kind: "unchanged", globs, weight: 1 })),
		...each(expect.files ?? [], (file) => ({ kind: "files", exists: true, ...file, weight: 1 })),
		...maybe(expect.verify, (verify) => decodeVerify(typeof verify === "string" ? { run: verify } : verify)),
	];
}

function decodeVerify({ run, files = [], timeout, weight = 1 }: VerifyDocument): Expectation {
	return { kind: "verify", run, files: files.map(placed), timeoutMs: parseDuration(timeout ?? DEFAULT_VERIFY_TIMEOUT) ?? 0, weight };
}

/** A name alone is a file for the workspace's root: the loader has written folders out. */
function placed(file: VerifyFileDocument): { readonly from: string; readonly to: string } {
	return typeof file === "string" ? { from: file, to: posix.basename(file) } : file;
}

function each<T>(values: readonly T[], make: (value: T) => Expectation): readonly Expectation[] {
	return values.map(make);
}

function maybe<T>(value: T | undefined, make: (value: T) => Expectation): readonly Expectation[] {
	return value === undefined ? [] : [make(value)];
}
