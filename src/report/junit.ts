import { type Counts, ungradedOf } from "./counts.ts";
import { escapeXmlAttribute, escapeXmlText } from "./escape-xml.ts";
import type { Tally } from "./tally.ts";
import type { CardHead, TrialRow } from "./trial-row.ts";

/**
 * `junit.xml`, one `<testsuite>` an arm: viewers show few suites with many cases, and their totals are then those of an
 * arm. The card is gone through once for each arm, so that no row is held. It has no times: they would be made up.
 */
export async function* junitText(head: CardHead, tally: Tally, rows: () => AsyncIterable<TrialRow>): AsyncGenerator<string> {
	yield `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites${attributes({ name: head.suite, ...totals(tally.all.counts) })}>\n`;
	for (const { arm, counts } of tally.arms) {
		yield `  <testsuite${attributes({ name: `${head.suite}.${arm}`, ...totals(counts) })}>\n`;
		for await (const row of rows()) if (row.arm === arm) yield testcase(head.suite, row);
		yield "  </testsuite>\n";
	}
	yield "</testsuites>\n";
}

function totals(counts: Counts): Record<string, string> {
	return { tests: String(counts.planned), failures: String(counts.failed), errors: String(ungradedOf(counts)), skipped: "0" };
}

function testcase(suite: string, row: TrialRow): string {
	const open = `    <testcase${attributes({ name: `${row.caseId}#${row.repeat}`, classname: `${suite}.${row.arm}` })}`;
	if (row.verdict === "pass") return `${open}/>\n`;
	return `${open}>\n      ${row.verdict === "fail" ? failure(row) : error(row)}\n    </testcase>\n`;
}

function failure(row: TrialRow): string {
	const failed = row.checks.filter((check) => !check.passed);
	const message = `${failed.length} of ${row.checks.length} checks failed: ${failed.map((check) => check.name).join(", ")}`;
	const body = failed.map((check) => `${check.name}: ${check.detail}`).join("\n");
	return `<failure${attributes({ message, type: row.stop })}>${escapeXmlText(body)}</failure>`;
}

function error(row: TrialRow): string {
	const open = `<error${attributes({ message: `ungraded: ${row.stop}`, type: row.stop })}`;
	if (row.checks.length === 0) return `${open}/>`;
	return `${open}>${escapeXmlText(row.checks.map(({ name, detail }) => `${name}: ${detail}`).join("\n"))}</error>`;
}

function attributes(values: Readonly<Record<string, string>>): string {
	return Object.entries(values)
		.map(([name, value]) => ` ${name}="${escapeXmlAttribute(value)}"`)
		.join("");
}
