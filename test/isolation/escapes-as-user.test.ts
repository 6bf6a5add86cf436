import { beforeAll, describe, expect, test } from "vitest";
import { ESCAPES } from "./escape/escapes.ts";
import { ORDINARY_USER, runScript } from "./own-process.ts";

/** Where the tests are an ordinary user's, `escapes.test.ts` is this. */
const isRoot = process.getuid?.() === 0;

describe.runIf(isRoot)("a command of a trial, where the harness is an ordinary user made for it", () => {
	const outcomes = new Map<unknown, unknown>();

	beforeAll(async () => {
		const { printed, complaints, end } = await runScript(new URL("./escape/runner.ts", import.meta.url), ORDINARY_USER);
		expect({ complaints, end }).toEqual({ complaints: "", end: 0 });
		for (const line of printed.trim().split("\n")) {
			const outcome: { readonly title?: unknown } = JSON.parse(line);
			outcomes.set(outcome.title, outcome);
		}
	}, 300_000);

	test.each(Object.keys(ESCAPES))("%s", (title) => {
		expect(outcomes.get(title)).toEqual({ title, problem: "", uid: ORDINARY_USER });
	});
});
