/**
 * A rule on a tool and, in brackets, on what the call is about: `shell`, `shell(git *)`, `fs_write(src/**)`. A command is
 * matched as a text, in which `*` is anything; a path as a glob, in which `*` stays within a segment.
 */
export type PermissionRule = { readonly tool: string; readonly pattern: string | null };

/** What a call is about, as its tool says: the command that it runs, or the path in the workspace, cleared of dots and links. */
export type CallSubject = { readonly kind: "command" | "path"; readonly text: string };

/** Null for a text that is no rule. */
export function parseRule(text: string): PermissionRule | null {
	const [, tool, , pattern] = /^([A-Za-z0-9_-]+)(\((.+)\))?$/s.exec(text.trim()) ?? [];
	return tool === undefined ? null : { tool, pattern: pattern ?? null };
}

type RuledCall = { readonly name: string; readonly subject: CallSubject | null };

/** A rule that allows covers the whole of a command: one that goes on with another command is not covered by its first part. */
export function covers(rule: PermissionRule, { name, subject }: RuledCall): boolean {
	if (rule.tool !== name) return false;
	if (rule.pattern === null) return true;
	if (subject === null) return false;
	if (subject.kind === "path") return pathPattern(rule.pattern).test(subject.text);
	return isOneCommand(subject.text) && commandPattern(rule.pattern).test(subject.text.trim());
}

/** A rule that denies hits a command by any of its parts. */
export function hits(rule: PermissionRule, asked: RuledCall): boolean {
	const { name, subject } = asked;
	if (rule.tool !== name || rule.pattern === null || subject?.kind !== "command") return covers(rule, asked);
	const pattern = commandPattern(rule.pattern);
	return [subject.text, ...subject.text.split(SEPARATORS)].some((part) => pattern.test(part.trim()));
}

/** Where the shell begins another command, or a substitution. */
const SEPARATORS = /[;&|\n`(){}]|\$\(/;

function isOneCommand(command: string): boolean {
	return !SEPARATORS.test(command) && !/[<>]/.test(command);
}

/** `git *` is `git` with or without arguments. */
function commandPattern(pattern: string): RegExp {
	const [head, rest] = pattern.endsWith(" *") ? [pattern.slice(0, -2), "( .*)?"] : [pattern, ""];
	return new RegExp(`^${head.split("*").map(literal).join(".*")}${rest}$`, "s");
}

function pathPattern(pattern: string): RegExp {
	const source = pattern
		.replace(/^\.\//, "")
		.split(/(\*\*\/|\*\*|\*|\?)/)
		.map((part) => PATH_PARTS.get(part) ?? literal(part))
		.join("");
	return new RegExp(`^${source}$`, "s");
}

const PATH_PARTS: ReadonlyMap<string, string> = new Map([
	["**/", "(?:.*/)?"],
	["**", ".*"],
	["*", "[^/]*"],
	["?", "[^/]"],
]);

function literal(text: string): string {
	return text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}
