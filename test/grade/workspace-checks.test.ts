import { expect, test } from "vitest";
import type { Evidence } from "../../src/recording/evidence.ts";
import { fails, held, passes, testChecks, untold } from "./check-table.ts";
import { commandOf, entryOf, evidenceOf, verifyOf } from "./evidence-of.ts";

const [before, after] = [entryOf("a"), entryOf("b")];
const diff = [
	{ path: "docs/new.md", before: null, after },
	{ path: "test/a.test.js", before, after },
	{ path: "test/b/c.test.js", before, after: null },
	...[1, 2, 3, 4].map((n) => ({ path: `test/n${n}.js`, before: null, after })),
];
const tests = { kind: "unchanged", globs: ["test/**", "*.json"], weight: 1 } as const;

testChecks([
	["changes elsewhere", { ...tests, globs: ["src/**"] }, evidenceOf({ diff }), passes("unchanged:src/**", "no change")],
	[
		"changes of every kind",
		tests,
		evidenceOf({ diff }),
		fails(
			"unchanged:test/**,*.json",
			"expected no change; found test/a.test.js changed, test/b/c.test.js removed, test/n1.js added, test/n2.js added, test/n3.js added and 1 more",
		),
	],
	[
		"a glob that names a folder",
		{ ...tests, globs: ["docs/"] },
		evidenceOf({ diff }),
		fails("unchanged:docs/", "expected no change; found docs/new.md added"),
	],
	["no workspace", tests, evidenceOf({ diff: null }), fails("unchanged:test/**,*.json", "expected a workspace to compare; found none")],
]);

const exited = (exitCode: number | null): Evidence => evidenceOf({ commands: [commandOf({ exitCode })] });

testChecks([
	["a command that succeeds", verifyOf(), exited(0), passes("verify", '"npm test" exited with 0')],
	["a command that fails", verifyOf(), exited(3), fails("verify", 'expected "npm test" to exit with 0; it exited with 3')],
	["a command that dies", verifyOf(), exited(null), fails("verify", 'expected "npm test" to exit with 0; a signal ended it')],
	[
		"a command that takes too long",
		verifyOf(),
		evidenceOf({ commands: [commandOf({ end: "timed-out", exitCode: null })] }),
		fails("verify", 'expected "npm test" to exit with 0; it did not end within 120000 ms'),
	],
	[
		"a command that ends with 0 too late",
		verifyOf(),
		evidenceOf({ commands: [commandOf({ end: "timed-out" })] }),
		fails("verify", 'expected "npm test" to exit with 0; it did not end within 120000 ms'),
	],
	[
		"a command that cannot start",
		verifyOf(),
		evidenceOf({ commands: [commandOf({ end: "not-started", exitCode: null })] }),
		untold("verify", '"npm test" could not be started; see that it can and run the trial again'),
	],
	[
		"a command over other files",
		verifyOf(),
		evidenceOf({ commands: [commandOf({ digest: "other" })] }),
		untold("verify", "no evidence of this command is recorded; run the trial again"),
	],
]);

test("the output of a command is in no check", () => {
	const evidence = evidenceOf({ commands: [commandOf({ exitCode: 1, output: "took 3 ms" })] });
	expect(JSON.stringify(held(verifyOf(), evidence))).not.toContain("took");
});
