import { parseRule } from "../../agent/permission-rule.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { type CaseDocument, type ExpectDocument, listOf, type OneOrMore, type OracleItem } from "../document/case-document.ts";
import { callsOf } from "../document/decode-oracle.ts";
import { didYouMean } from "../problem/did-you-mean.ts";
import { type Finding, finding, nameOf } from "../problem/finding.ts";
import type { Path } from "../problem/layer.ts";

/** Tools that exist: whether each may write, and why it would refuse arguments, if it would. */
export type KnownTools = ReadonlyMap<string, { readonly readOnly: boolean; readonly faultOf: (args: JsonObject) => string | null }>;

/** Tools that a document names and that do not exist: an expectation about one would pass or fail for ever. */
export function unknownToolFindings(document: CaseDocument, known: KnownTools): readonly Finding[] {
	const unknown = namedTools(document).filter(({ name }) => !known.has(name));
	const unknownWithheld = namedIn(["withhold"], document.withhold).filter(
		({ name }) => ![...known.keys()].some((tool) => withholds(name, tool)),
	);
	return [...unknown, ...unknownWithheld, ...ruledTools(document).filter(({ name }) => !known.has(name))].map(({ path, name }) =>
		finding(path, `no tool "${name}"`, didYouMean(name, known.keys())),
	);
}

/** Calls of a reference solution that their tool would refuse. */
export function oracleArgsFindings({ oracle }: CaseDocument, known: KnownTools): readonly Finding[] {
	return callsIn(oracle ?? []).flatMap(({ path, name, args }) => {
		const fault = isJsonObject(args) ? (known.get(name)?.faultOf(args) ?? null) : null;
		return fault === null ? [] : [finding(path, `${nameOf(path)} would be refused: ${fault}`, "mend its arguments")];
	});
}

/** Tools that are to be called, in one way or another. */
export function wantedTools(expect: ExpectDocument): readonly Named[] {
	return [
		...namedIn(["expect", "tools"], expect.tools),
		...namedIn(["expect", "tools_in_order"], expect.tools_in_order),
		...namedIn(["expect", "denied"], expect.denied),
		...(expect.args ?? []).map(({ tool }, at) => ({ path: ["expect", "args", at, "tool"], name: tool })),
	];
}

/** Whether an entry of `withhold` is about a tool: its whole name, or what stands behind a prefix `server__`. */
export function withholds(entry: string, tool: string): boolean {
	return tool === entry || tool.endsWith(`__${entry}`);
}

type Named = { readonly path: Path; readonly name: string };

function namedTools({ tools, expect = {}, oracle }: CaseDocument): readonly Named[] {
	return [
		...namedIn(["tools"], tools),
		...wantedTools(expect),
		...namedIn(["expect", "forbid_tools"], expect.forbid_tools),
		...callsIn(oracle ?? []),
	];
}

/** Tools that permissions are about. */
function ruledTools({ permissions = {} }: CaseDocument): readonly Named[] {
	const { allow = [], deny = [], ask = {} } = permissions;
	const lists = { allow, deny, ask: Object.keys(ask) };
	return Object.entries(lists).flatMap(([list, rules]) =>
		rules.map((text, at) => ({ path: ["permissions", list, list === "ask" ? text : at], name: parseRule(text)?.tool ?? text })),
	);
}

export function namedIn(path: Path, names: OneOrMore | undefined): readonly Named[] {
	return listOf(names).map((name, at) => ({ path: typeof names === "string" ? path : [...path, at], name }));
}

function callsIn(oracle: readonly OracleItem[]): readonly (Named & { readonly args: Json })[] {
	return oracle.flatMap((item, at) =>
		callsOf(item).flatMap((call, index) => {
			const path = Array.isArray(item) ? ["oracle", at, index] : ["oracle", at];
			return Object.entries(call).flatMap(([name, args]) => (name === "say" ? [] : [{ path: [...path, name], name, args }]));
		}),
	);
}
