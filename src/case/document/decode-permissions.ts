import type { ScriptedAnswer } from "../../agent/approver.ts";
import type { Permissions } from "../../agent/permission.ts";
import { type PermissionRule, parseRule } from "../../agent/permission-rule.ts";
import type { OverridesDocument } from "./case-document.ts";

type Decoded = { readonly permissions: Permissions; readonly answers: readonly ScriptedAnswer[] };

/** Every trial has its own workspace, so what writes there is allowed unless the case says otherwise. */
export function decodePermissions({ permissions = {} }: OverridesDocument): Decoded {
	const { mode = "accept_edits", allow = [], deny = [], ask = {} } = permissions;
	const answers = Object.entries(ask).flatMap(([text, answer]) => rulesOf([text]).map((rule) => ({ rule, allowed: answer === "allow" })));
	return { permissions: { mode, allow: rulesOf(allow), deny: rulesOf(deny) }, answers };
}

/** The schema has seen to it that each is a rule. */
function rulesOf(texts: readonly string[]): readonly PermissionRule[] {
	return texts.flatMap((text) => parseRule(text) ?? []);
}
