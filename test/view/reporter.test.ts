import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { BatchEvent } from "../../src/batch/event.ts";
import { terminalLines } from "../../src/cli/terminal-lines.ts";
import { dotReporter, githubReporter, jsonReporter, progressReporter, type Reporter } from "../../src/view/reporter.ts";
import { nastyText } from "../recording/any-line.ts";

type TrialEnd = Extract<BatchEvent, { type: "trial-end" }>;

function ended(given: Partial<TrialEnd> = {}): TrialEnd {
	return {
		type: "trial-end",
		key: { caseId: "kata/median", arm: "haiku", repeat: 1 },
		verdict: "pass",
		stop: "completed",
		failed: [],
		message: null,
		workspace: null,
		wallMs: 12,
		...given,
	};
}

function failed(...details: readonly string[]): TrialEnd {
	const checks = details.map((detail, at) => ({ name: `check ${at}`, passed: false, weight: 1, detail }));
	return ended({ verdict: "fail", failed: checks });
}

function ungraded(message: string | null = null): TrialEnd {
	return ended({ verdict: "ungraded", stop: "provider_error", message });
}

const START: BatchEvent = { type: "batch-start", planned: 4, isolation: "none", notice: null };
const BEGIN: BatchEvent = { type: "trial-start", key: { caseId: "kata/median", arm: "haiku", repeat: 1 } };
const END: BatchEvent = { type: "batch-end" };

function textOf(reporter: Reporter, ...events: readonly BatchEvent[]): string {
	return events.map(reporter).join("");
}

const ESCAPE = "\u001b";
const PIECE = new RegExp(`${ESCAPE}\\[K|\\r|\\n|[^${ESCAPE}\\r\\n]+`, "g");

/** What stands on a terminal that was given a text: it knows return, newline and "clear to the end of the line". */
function screenOf(text: string): readonly string[] {
	const lines = [""];
	let column = 0;
	for (const [piece] of text.matchAll(PIECE)) {
		const line = lines.at(-1) ?? "";
		if (piece === "\r") column = 0;
		else if (piece === `${ESCAPE}[K`) lines[lines.length - 1] = line.slice(0, column);
		else if (piece === "\n") [column] = [0, lines.push("")];
		else {
			lines[lines.length - 1] = `${line.slice(0, column)}${piece}${line.slice(column + piece.length)}`;
			column += piece.length;
		}
	}
	return lines;
}

const anyEnd: fc.Arbitrary<BatchEvent> = fc.oneof(
	fc.constant(ended()),
	fc.array(nastyText, { minLength: 1, maxLength: 3 }).map((details) => failed(...details)),
	fc.option(nastyText).map(ungraded),
	fc.constant(ended({ workspace: "/tmp/assay-1/workspace" })),
);

describe("progress", () => {
	test("on a terminal is a line for each trial that needs a look, and one live line below", () => {
		const reporter = progressReporter({ isTerminal: true });
		expect(screenOf(textOf(reporter, START))).toEqual(["0/4: 0 passed, 0 failed, 0 ungraded"]);
		const reporterAgain = progressReporter({ isTerminal: true });
		const text = textOf(reporterAgain, START, BEGIN, ended(), failed("no", "nor"), ungraded("down"));
		expect(screenOf(text)).toEqual([
			"failed    haiku/kata/median/1  check 0: no (and 1 more)",
			"ungraded  haiku/kata/median/1  provider_error: down",
			"3/4: 1 passed, 1 failed, 1 ungraded",
		]);
	});

	test("says what cut short a trial that failed, before the check that it failed", () => {
		const text = textOf(progressReporter({ isTerminal: false }), START, { ...failed("no"), stop: "token_budget" });
		expect(text).toBe("failed    haiku/kata/median/1  token_budget; check 0: no\n");
	});

	test("of a run that goes on says what stays and why the rest does not, and counts on from there", () => {
		const again = [{ trial: "haiku/kata/median/1", why: "its case has changed\u001b[2J" }];
		const text = textOf(progressReporter({ isTerminal: true }), { type: "batch-resume", kept: 2, again }, START, ended());
		expect(screenOf(text)).toEqual([
			"kept      2 trials that are over",
			"again     haiku/kata/median/1  its case has changed\\u{1b}[2J",
			"3/4: 1 passed, 0 failed, 0 ungraded",
		]);
	});

	test("leaves no live line behind, whatever was said in between", () => {
		fc.assert(
			fc.property(fc.array(anyEnd, { maxLength: 12 }), (events) => {
				const screen = screenOf(textOf(progressReporter({ isTerminal: true }), START, ...events, END));
				expect(screen.at(-1)).toBe("");
				expect(screen.filter((line) => /^(failed|ungraded|kept) {2}/.test(line) === false)).toEqual([""]);
			}),
		);
	});

	test("elsewhere is those lines alone, without a control character", () => {
		const text = textOf(progressReporter({ isTerminal: false }), START, BEGIN, ended(), failed("no\u001b[2J"), END);
		expect(text).toBe("failed    haiku/kata/median/1  check 0: no\\u{1b}[2J\n");
	});

	test("says where a workspace was kept, of a trial that passed too", () => {
		const text = textOf(progressReporter({ isTerminal: false }), ended({ workspace: "/tmp/a/workspace" }));
		expect(text).toBe("kept      haiku/kata/median/1  /tmp/a/workspace\n");
	});
});

describe("what is said beside a line that is open", () => {
	test("stands on a line of its own; a live line makes way", () => {
		const written: string[] = [];
		const { say, sayRaw } = terminalLines((text) => written.push(text));
		const progress = progressReporter({ isTerminal: true });
		for (const event of [START, failed("no")]) sayRaw(progress(event));
		say("Stopping.");
		sayRaw(progress(ended()));
		sayRaw(progress(END));
		say("PASS");
		expect(screenOf(written.join(""))).toEqual(["failed    haiku/kata/median/1  check 0: no", "Stopping.", "PASS", ""]);
	});

	test("ends a line of dots, which stays", () => {
		const written: string[] = [];
		const { say, sayRaw } = terminalLines((text) => written.push(text));
		const dots = dotReporter();
		for (const event of [START, ended(), failed("no")]) sayRaw(dots(event));
		say("Stopping.");
		sayRaw(dots(ended()));
		sayRaw(dots(END));
		say("FAIL");
		expect(written.join("")).toBe(".F\nStopping.\n.\nFAIL\n");
	});

	test("needs no line of its own where none is open", () => {
		const written: string[] = [];
		const { say, sayRaw } = terminalLines((text) => written.push(text));
		say("one");
		sayRaw("two\n");
		say("three");
		expect(written.join("")).toBe("one\ntwo\nthree\n");
	});
});

describe("dots", () => {
	test("are one for each trial, by its verdict", () => {
		expect(textOf(dotReporter(), START, BEGIN, ended(), failed("no"), ungraded(), END)).toBe(".F?\n");
	});
});

describe("annotations for GitHub", () => {
	test("are an error for a failure and a warning for what has no verdict", () => {
		expect(textOf(githubReporter(), START, BEGIN, ended(), failed("no"), ungraded("down"), END)).toBe(
			"::error title=haiku/kata/median/1::failed: check 0: no\n" + "::warning title=haiku/kata/median/1::ungraded: provider_error: down\n",
		);
	});

	test("become no command of the workflow, whatever a model said", () => {
		fc.assert(
			fc.property(nastyText, nastyText, (caseId, detail) => {
				const hostile = `\n::set-output name=x::y\r\n::error::z%0A${detail}`;
				const key = { caseId: `a,file=b:${caseId}`, arm: "x", repeat: 1 };
				const text = textOf(githubReporter(), { ...failed(hostile), key });
				expect(text.endsWith("\n")).toBe(true);
				const [line, ...others] = text.slice(0, -1).split(/[\r\n]/);
				expect(others).toEqual([]);
				expect(line).toMatch(/^::error title=[^:,]*::/);
			}),
		);
		expect(textOf(githubReporter(), failed("100% of\r\n::error::it"))).toContain("check 0: 100%25 of ::error::it\n");
	});

	test("are ten at most; how many more there are is said", () => {
		const text = textOf(githubReporter(), ...Array.from({ length: 13 }, () => failed("no")), END);
		expect(text.split("\n")).toHaveLength(12);
		expect(text).toMatch(/\n3 more trials failed or are ungraded\n$/);
		expect(textOf(githubReporter(), ...Array.from({ length: 11 }, () => failed("no")), END)).toMatch(
			/\n1 more trial failed or is ungraded\n$/,
		);
		expect(textOf(githubReporter(), ...Array.from({ length: 10 }, () => failed("no")), END).split("\n")).toHaveLength(11);
	});
});

describe("JSON lines", () => {
	test("are one event each, with the words of files", () => {
		const key = { case: "kata/median", arm: "haiku", repeat: 1 };
		const text = textOf(jsonReporter(), START, BEGIN, failed("no"), END);
		expect(
			text
				.trimEnd()
				.split("\n")
				.map((line) => JSON.parse(line)),
		).toEqual([
			{ type: "batch-start", planned: 4, isolation: "none", notice: null },
			{ type: "trial-start", ...key },
			{
				type: "trial-end",
				...key,
				verdict: "fail",
				stop: "completed",
				failed: [{ name: "check 0", passed: false, weight: 1, detail: "no" }],
				message: null,
				workspace: null,
				wall_ms: 12,
			},
			{ type: "batch-end" },
		]);
	});

	test("stay one line each, whatever a model said", () => {
		fc.assert(
			fc.property(anyEnd, (event) => {
				const text = textOf(jsonReporter(), event);
				expect(text.indexOf("\n")).toBe(text.length - 1);
				expect(JSON.parse(text).type).toBe("trial-end");
			}),
		);
	});

	test("has what stays of a run that goes on, and why the rest does not", () => {
		const resume = { type: "batch-resume", kept: 2, again: [{ trial: "haiku/kata/median/1", why: "its case has changed" }] } as const;
		expect(JSON.parse(textOf(jsonReporter(), resume))).toEqual(resume);
		expect(textOf(dotReporter(), resume) + textOf(githubReporter(), resume)).toBe("");
	});
});
