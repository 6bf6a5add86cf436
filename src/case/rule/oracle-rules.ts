import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { type CaseDocument, listOf, type OracleItem } from "../document/case-document.ts";
import { callsOf } from "../document/decode-oracle.ts";
import { type Finding, finding, nameOf } from "../problem/finding.ts";
import { shown } from "../problem/issue.ts";
import type { Path } from "../problem/layer.ts";

/** What is wrong with a reference solution: with its items, or with the answers that it gives to the prompts. */
export function oracleFindings({ oracle, prompt }: CaseDocument): readonly Finding[] {
	if (oracle == null) return [];
	const inItems = oracle.flatMap((item, at) => itemFindings(item, ["oracle", at]));
	return inItems.length > 0 ? inItems : answerFindings(oracle, prompt === undefined ? null : listOf(prompt).length);
}

function itemFindings(item: OracleItem, path: Path): readonly Finding[] {
	const calls = callsOf(item);
	if (Array.isArray(item) && calls.some((call) => Object.hasOwn(call, "say"))) {
		return [finding(path, `${nameOf(path)} puts say into a list of calls`, "let say stand alone: it ends a turn")];
	}
	return calls.flatMap((call, at) => callFindings(call, Array.isArray(item) ? [...path, at] : path));
}

function callFindings(call: JsonObject, path: Path): readonly Finding[] {
	const [entry, ...others] = Object.entries(call);
	if (entry === undefined) return [finding(path, `${nameOf(path)} is empty`, "write {tool: {…}} or {say: …}")];
	if (others.length > 0)
		return [finding(path, `${nameOf(path)} has ${others.length + 1} keys`, "write one call a map and put parallel ones into a list")];
	const [tool, value] = entry;
	return tool === "say" ? sayFindings(value, [...path, tool]) : argsFindings(value, [...path, tool]);
}

function sayFindings(value: Json, path: Path): readonly Finding[] {
	if (typeof value === "string" && value.trim() !== "") return [];
	return [finding(path, `${nameOf(path)} must be a text that is not blank, not ${shown(value)}`, "write the answer")];
}

function argsFindings(value: Json, path: Path): readonly Finding[] {
	if (isJsonObject(value)) return [];
	return [finding(path, `${nameOf(path)} must be a map of arguments, not ${shown(value)}`, "write {name: value}, or {} for none")];
}

function answerFindings(oracle: readonly OracleItem[], prompts: number | null): readonly Finding[] {
	const answers = oracle.filter((item) => Object.hasOwn(item, "say")).length;
	const last = oracle.at(-1);
	if (last !== undefined && !Object.hasOwn(last, "say")) {
		return [finding(["oracle", oracle.length - 1], "the oracle does not end in say", "add `- say: …` behind its last call")];
	}
	if (prompts === null || answers === prompts) return [];
	const what = `the oracle says ${times(answers)}, but there ${prompts === 1 ? "is 1 prompt" : `are ${prompts} prompts`}`;
	return [{ ...finding(["oracle"], what, "let it say once for each prompt"), paths: [["oracle"], ["prompt"]] }];
}

function times(count: number): string {
	return count === 1 ? "once" : `${count} times`;
}
