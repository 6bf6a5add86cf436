import { parseRule } from "../../agent/permission-rule.ts";
import type { CaseDocument, OverridesDocument } from "../document/case-document.ts";
import type { Path } from "../problem/layer.ts";
import { type KnownTools, withholds } from "./tool-rules.ts";

/** Why an agent can write nothing, what would let it, and where that is said. */
export type WriteBar = { readonly why: string; readonly remedy: string; readonly paths: readonly Path[] };

/** What keeps the agent of a case from writing anything at all; null where it may write something. */
export function writeBar(document: CaseDocument, known: KnownTools): WriteBar | null {
	const { phase, permissions = {}, withhold = [], tools = [...known.keys()] } = document;
	if (phase === "plan") return { why: "in phase plan it writes nothing", remedy: "set phase: execute", paths: [["phase"]] };
	if (permissions.mode === "plan")
		return { why: "in permission mode plan it writes nothing", remedy: "set another mode", paths: [["permissions", "mode"]] };
	const writers = tools.filter((tool) => known.get(tool)?.readOnly === false && !withhold.some((entry) => withholds(entry, tool)));
	if (writers.length === 0)
		return { why: "no tool that it has may write", remedy: "give it a tool that writes", paths: [["tools"], ["withhold"]] };
	if (writers.some((tool) => !isDenied(tool, permissions))) return null;
	return {
		why: "permissions deny every tool that writes",
		remedy: "permit one that writes",
		paths: [["permissions", "deny"], ["permissions", "mode"], ["tools"], ["withhold"]],
	};
}

/** Whether no call of a tool is permitted, whatever it is about. */
function isDenied(tool: string, { mode, allow = [], deny = [] }: NonNullable<OverridesDocument["permissions"]>): boolean {
	if (deny.map(parseRule).some((rule) => rule?.tool === tool && rule.pattern === null)) return true;
	return (mode === "strict" || mode === "dont_ask") && !allow.some((text) => parseRule(text)?.tool === tool);
}
