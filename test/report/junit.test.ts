import { spawnSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { escapeXmlAttribute, escapeXmlText } from "../../src/report/escape-xml.ts";
import { junitText } from "../../src/report/junit.ts";
import type { CardHead, TrialRow } from "../../src/report/trial-row.ts";
import { anyRows, nastyText } from "./any-row.ts";
import { failedCheck, headOf, rowOf, streamOf, tallyOf, textOf } from "./row-of.ts";

function junit(head: CardHead, rows: readonly TrialRow[]): Promise<string> {
	return textOf(junitText(head, tallyOf(head, rows), () => streamOf(rows)));
}

function xmllint(args: readonly string[], xml: string): string {
	const { error, status, stdout, stderr } = spawnSync("xmllint", [...args, "-"], { input: xml, encoding: "utf8" });
	if (error !== undefined) throw new Error("xmllint is missing: install the Debian package libxml2-utils", { cause: error });
	if (status !== 0) throw new Error(`xmllint: ${stderr}\n${xml}`);
	return stdout;
}

const arms: CardHead["arms"] = [
	{ arm: "Opus", provider: "anthropic", model: "claude-opus" },
	{ arm: "haiku", provider: "anthropic", model: "claude-haiku" },
];

describe("junitText", () => {
	test("has a suite for each arm, a case for each trial, and what failed", async () => {
		const checks = [
			{ ...failedCheck("no_tools", "no call"), passed: true },
			failedCheck('contains:"a"', 'the answer is "<b>\n"'),
			failedCheck("verify", "it exited with 1"),
		];
		const rows = [
			rowOf({ caseId: "a", arm: "Opus" }),
			rowOf({ caseId: "a", arm: "haiku", verdict: "ungraded", stop: "provider_error" }),
			rowOf({ caseId: "b", arm: "Opus", verdict: "fail", stop: "max_rounds", checks }),
			rowOf({ caseId: "b", arm: "Opus", repeat: 2 }),
		];
		expect(await junit(headOf({ arms }), rows)).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="katas" tests="4" failures="1" errors="1" skipped="0">
  <testsuite name="katas.Opus" tests="3" failures="1" errors="0" skipped="0">
    <testcase name="a#1" classname="katas.Opus"/>
    <testcase name="b#1" classname="katas.Opus">
      <failure message="2 of 3 checks failed: contains:&quot;a&quot;, verify" type="max_rounds">contains:"a": the answer is "&lt;b&gt;
"
verify: it exited with 1</failure>
    </testcase>
    <testcase name="b#2" classname="katas.Opus"/>
  </testsuite>
  <testsuite name="katas.haiku" tests="1" failures="0" errors="1" skipped="0">
    <testcase name="a#1" classname="katas.haiku">
      <error message="ungraded: provider_error" type="provider_error"/>
    </testcase>
  </testsuite>
</testsuites>
`);
	});

	test("an arm without a trial is an empty suite", async () => {
		const xml = await junit(headOf({ arms }), []);
		expect(xmllint(["--xpath", "count(//testsuite[@tests=0])"], xml).trim()).toBe("2");
	});

	test("is XML 1.0 whatever the model said", async () => {
		await fc.assert(
			fc.asyncProperty(anyRows, nastyText, async (rows, suite) => {
				const xml = await junit(headOf({ suite, arms }), rows);
				expect(xmllint(["--noout"], xml)).toBe("");
				expect(xmllint(["--xpath", "count(//testcase)"], xml).trim()).toBe(String(rows.length));
			}),
			{ numRuns: 60 },
		);
	});

	test("a parser gives back every character that XML has", async () => {
		const name = `<a> & "b" 'c'\t\r\n]]> é😀 ${"\u0000\u001b\ufffe\uffff\ud800"}.`;
		const row = rowOf({ verdict: "fail", checks: [failedCheck(name, name)] });
		const xml = await junit(headOf(), [row]);
		const read = `<a> & "b" 'c'\t\r\n]]> é😀 .`;
		expect(xmllint(["--xpath", "string(//failure/@message)"], xml)).toBe(`1 of 1 checks failed: ${read}\n`);
		expect(xmllint(["--xpath", "string(//failure)"], xml)).toBe(`${read}: ${read}\n`);
	});
});

test("what XML cannot say is dropped, what it can say otherwise is said otherwise", () => {
	const text = `a\u0000\u0008\u000b\u001f\ud800b\udc00\ufffe\uffff<>&"'\t\r\n\u0085\u{10ffff}`;
	expect(escapeXmlAttribute(text)).toBe("ab&lt;&gt;&amp;&quot;&apos;&#9;&#13;&#10;\u0085\u{10ffff}");
	expect(escapeXmlText(text)).toBe("ab&lt;&gt;&amp;\"'\t&#13;\n\u0085\u{10ffff}");
});
