import { beforeAll, describe, expect, test } from "vitest";
import { ESCAPES } from "./escape/escapes.ts";
import { HARNESSES, runScript } from "./own-process.ts";

const [, USER] = HARNESSES.at(-1) ?? ["", -1];

describe("a command of a trial, where the harness is an ordinary user made for it", () => {
	const outcomes = new Map<unknown, unknown>();

	beforeAll(async () => {
		const { printed, complaints, end } = await runScript(new URL("./escape/runner.ts", import.meta.url), USER);
		expect({ complaints, end }).toEqual({ complaints: "", end: 0 });
		for (const line of printed.trim().split("\n")) {
			const outcome: { readonly title?: unknown } = JSON.parse(line);
			outcomes.set(outcome.title, outcome);
		}
	}, 300_000);

	test.each(Object.keys(ESCAPES))("%s", (title) => {
		expect(outcomes.get(title)).toEqual({ title, problem: "", uid: USER });
	});
});
