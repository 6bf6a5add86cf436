import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
	PERMISSION_MODES,
	type PermissionAnswer,
	type PermissionMode,
	type PermissionSubject,
	permit,
} from "../../src/agent/permission.ts";
import { type CallSubject, covers, hits, type PermissionRule, parseRule } from "../../src/agent/permission-rule.ts";

function rule(text: string): PermissionRule {
	const parsed = parseRule(text);
	if (parsed === null) throw new Error(`no rule: ${text}`);
	return parsed;
}

const command = (text: string): { name: string; subject: CallSubject } => ({ name: "shell", subject: { kind: "command", text } });
const path = (text: string): { name: string; subject: CallSubject } => ({ name: "fs_write", subject: { kind: "path", text } });

describe("a rule", () => {
	test.each([
		["shell", { tool: "shell", pattern: null }],
		["shell(git *)", { tool: "shell", pattern: "git *" }],
		["fs_write(src/(a|b)/**)", { tool: "fs_write", pattern: "src/(a|b)/**" }],
		["graph__task-update", { tool: "graph__task-update", pattern: null }],
	])("%s is read", (text, read) => {
		expect(parseRule(text)).toEqual(read);
	});

	test.each(["", "shell(", "shell()", "she ll", "shell(x) y", "(x)"])("%j is none", (text) => {
		expect(parseRule(text)).toBeNull();
	});

	test.each([
		["shell", "rm -rf /", true],
		["shell(git *)", "git status", true],
		["shell(git *)", "git", true],
		["shell(git *)", "  git status ", true],
		["shell(git *)", "gitk", false],
		["shell(git)", "git status", false],
		["shell(npm run *:fast)", "npm run a/b c:fast", true],
		["shell(git *)", "git status; rm -rf .", false],
		["shell(git *)", "git status && rm a", false],
		["shell(git *)", "git log | sh", false],
		["shell(git *)", "git log $(rm a)", false],
		["shell(git *)", "git log `rm a`", false],
		["shell(git *)", "git status\nrm a", false],
		["shell(git *)", "git log > .bashrc", false],
		["shell(echo a.b)", "echo axb", false],
	])("%s allows `%s`: %s", (text, line, allowed) => {
		expect(covers(rule(text), command(line))).toBe(allowed);
	});

	test.each([
		["shell(rm *)", "rm a", true],
		["shell(rm *)", "ls; rm a", true],
		["shell(rm *)", "ls && rm -rf .", true],
		["shell(rm *)", "ls | xargs rm", false],
		["shell(rm *)", "echo $(rm a)", true],
		["shell(rm *)", "(rm a)", true],
		["shell(rm *)", "true\nrm a", true],
		["shell(rm *)", "echo rm", false],
	])("%s denies `%s`: %s", (text, line, denied) => {
		expect(hits(rule(text), command(line))).toBe(denied);
	});

	test.each([
		["fs_write(src/**)", "src/a/b.js", true],
		["fs_write(src/**)", "src", false],
		["fs_write(src/**)", "test/a.js", false],
		["fs_write(src/*)", "src/a/b.js", false],
		["fs_write(src/*.js)", "src/a.js", true],
		["fs_write(**/*.md)", "README.md", true],
		["fs_write(**/*.md)", "docs/a/b.md", true],
		["fs_write(./a.js)", "a.js", true],
		["fs_write(a.js)", "b/a.js", false],
	])("%s is about %s: %s", (text, at, matches) => {
		expect([covers(rule(text), path(at)), hits(rule(text), path(at))]).toEqual([matches, matches]);
	});

	test("with a pattern says nothing of a call that is about nothing, and nothing of another tool", () => {
		expect(covers(rule("shell(git *)"), { name: "shell", subject: null })).toBe(false);
		expect(covers(rule("shell"), { name: "shell_2", subject: null })).toBe(false);
	});
});

const READ: PermissionSubject = { name: "read", readOnly: true, contained: true, subject: null };
const WRITE: PermissionSubject = { name: "write", readOnly: false, contained: true, subject: null };
const FAR_READ: PermissionSubject = { ...READ, contained: false };
const FAR_WRITE: PermissionSubject = { ...WRITE, contained: false };

/** Spec C5, written out: without rules. */
const TABLE: Readonly<
	Record<PermissionMode, readonly [read: PermissionAnswer, write: PermissionAnswer, farRead: PermissionAnswer, farWrite: PermissionAnswer]>
> = {
	strict: ["allow", "deny", "deny", "deny"],
	default: ["allow", "ask", "allow", "ask"],
	accept_edits: ["allow", "allow", "allow", "ask"],
	dont_ask: ["allow", "deny", "allow", "deny"],
	plan: ["allow", "deny", "allow", "deny"],
	bypass: ["allow", "allow", "allow", "allow"],
};

describe("a mode", () => {
	test.each(PERMISSION_MODES)("%s without rules", (mode) => {
		const answers = [READ, WRITE, FAR_READ, FAR_WRITE].map((call) => permit({ mode, allow: [], deny: [] }, call));
		expect(answers).toEqual(TABLE[mode]);
	});

	test("never gives what a rule denies, whatever a rule allows beside it", () => {
		const calls = fc.constantFrom(READ, WRITE, FAR_READ, FAR_WRITE);
		fc.assert(
			fc.property(fc.constantFrom(...PERMISSION_MODES), calls, (mode, call) => {
				const named = rule(call.name);
				expect(permit({ mode, allow: [named], deny: [named] }, call)).toBe("deny");
			}),
		);
	});

	test.each(PERMISSION_MODES.filter((mode) => mode !== "plan"))("%s gives what a rule allows", (mode) => {
		for (const call of [READ, WRITE, FAR_READ, FAR_WRITE]) expect(permit({ mode, allow: [rule(call.name)], deny: [] }, call)).toBe("allow");
	});

	test("plan writes nothing, whatever a rule allows", () => {
		expect(permit({ mode: "plan", allow: [rule("write")], deny: [] }, WRITE)).toBe("deny");
	});
});
