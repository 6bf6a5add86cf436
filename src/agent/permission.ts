import { type CallSubject, covers, hits, type PermissionRule } from "./permission-rule.ts";

/** What a run may do unasked (spec C5). `strict` runs only what a rule allows; `bypass` all but what one denies. */
export const PERMISSION_MODES = ["strict", "default", "accept_edits", "dont_ask", "plan", "bypass"] as const;
export type PermissionMode = (typeof PERMISSION_MODES)[number];

/** Names that no tool writes to, wherever in a path they stand (recursive's list). */
export const PROTECTED: ReadonlySet<string> = new Set([
	...[".git", ".ssh", ".gnupg", ".env"],
	...[".bashrc", ".zshrc", ".profile", ".bash_profile", ".bash_logout"],
]);

export type Permissions = {
	readonly mode: PermissionMode;
	readonly allow: readonly PermissionRule[];
	readonly deny: readonly PermissionRule[];
};

/** Of a run that says nothing: who writes is asked about. */
export const DEFAULT_PERMISSIONS: Permissions = { mode: "default", allow: [], deny: [] };

/** A call as permissions see it. `contained`: the tool cannot reach beyond the trial's own workspace. */
export type PermissionSubject = {
	readonly name: string;
	readonly readOnly: boolean;
	readonly contained: boolean;
	readonly subject: CallSubject | null;
};

export type PermissionAnswer = "allow" | "deny" | "ask";

/** Who may call what: a rule that denies comes first in every mode, one that allows next, then the mode. Pure. */
export function permit({ mode, allow, deny }: Permissions, call: PermissionSubject): PermissionAnswer {
	if (deny.some((rule) => hits(rule, call))) return "deny";
	if (mode === "plan" && !call.readOnly) return "deny";
	if (allow.some((rule) => covers(rule, call))) return "allow";
	if (mode === "bypass") return "allow";
	// The built-in set of readers stays open: without it a strict run could not even look.
	if (mode === "strict") return call.readOnly && call.contained ? "allow" : "deny";
	if (call.readOnly) return "allow";
	return WRITES[mode](call);
}

const WRITES: Readonly<Record<"default" | "accept_edits" | "dont_ask" | "plan", (call: PermissionSubject) => PermissionAnswer>> = {
	default: () => "ask",
	accept_edits: ({ contained }) => (contained ? "allow" : "ask"),
	dont_ask: () => "deny",
	plan: () => "deny",
};
