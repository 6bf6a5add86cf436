import * as z from "zod";
import { PERMISSION_MODES } from "../../agent/permission.ts";
import { parseRule } from "../../agent/permission-rule.ts";
import type { OverridesDocument } from "./case-document.ts";
import { strictMap, textOfForm } from "./forms.ts";

const rule = textOfForm("rule", (text) => parseRule(text) !== null, "write the name of a tool, or one with a pattern like shell(git *)");

/** Who may call what. */
export const permissionSchema: z.ZodType<NonNullable<OverridesDocument["permissions"]>> = strictMap({
	mode: z.enum(PERMISSION_MODES).exactOptional().describe("accept_edits when not given: every trial has its own workspace."),
	allow: z.array(rule).exactOptional().describe("Calls that need no word, such as shell(npm test)."),
	deny: z.array(rule).exactOptional().describe("Calls that are refused in every mode, such as shell(rm *)."),
	ask: z
		.record(rule, z.enum(["allow", "deny"]))
		.exactOptional()
		.describe("Answers where a mode asks; what has none is denied."),
});
