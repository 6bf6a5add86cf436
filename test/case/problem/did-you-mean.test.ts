import { expect, test } from "vitest";
import { didYouMean } from "../../../src/case/problem/did-you-mean.ts";

const KNOWN = ["expect", "limits", "phase", "prompt", "tags", "tools"];
const ALL = "there are expect, limits, phase, prompt, tags, tools";

test.each([
	["expekt", 'did you mean "expect"?'],
	["Expect", 'did you mean "expect"?'],
	["limit", 'did you mean "limits"?'],
	["toosl", 'did you mean "tools"?'],
	["promtp", 'did you mean "prompt"?'],
	["tag", 'did you mean "tags"?'],
	["colour", ALL],
	["", ALL],
	["a".repeat(5000), ALL],
])("%j: %s", (name, remedy) => {
	expect(didYouMean(name, KNOWN)).toBe(remedy);
});

test("nothing known is said, and much is cut", () => {
	expect(didYouMean("x", [])).toBe("there are none");
	expect(
		didYouMean(
			"x",
			Array.from({ length: 33 }, (_, at) => `name-${at}`),
		),
	).toMatch(/^there are name-0, .*, name-6 and 3 more$/);
});
