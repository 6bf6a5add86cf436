import { describe, expect, test } from "vitest";
import { secretsOf } from "../../src/app/secrets.ts";
import type { Arm } from "../../src/case/case.ts";
import { scrubber } from "../../src/core/scrub.ts";

function scrubbed(env: Readonly<Record<string, string | undefined>>, text: string, apiKeyEnv: string | null = null): string {
	return scrubber(secretsOf(env, [{ apiKeyEnv } as Arm]))(text);
}

describe("secrets", () => {
	test.each(["OPENAI_API_KEY", "GH_TOKEN", "MY_SECRET", "DB_PASSWORD", "npm_token"])("are told by a name like %s", (name) => {
		expect(scrubbed({ [name]: "0123456789" }, "say 0123456789.")).toBe(`say [${name}].`);
	});

	test("are what an arm's key stands in, whatever its name", () => {
		expect(scrubbed({ ODD: "0123456789", PLAIN: "abcdefghij" }, "0123456789 abcdefghij", "ODD")).toBe("[ODD] abcdefghij");
	});

	test.each(["KEYBOARD", "TOKENS", "PATH", "SECRETARY"])("are not told by a name like %s", (name) => {
		expect(scrubbed({ [name]: "0123456789" }, "0123456789")).toBe("0123456789");
	});

	test("have eight characters or more: a shorter one would stand everywhere", () => {
		expect(scrubbed({ A_KEY: "12345678", B_KEY: "abcdefg" }, "12345678 abcdefg")).toBe("[A_KEY] abcdefg");
		expect(scrubbed({ A_KEY: undefined, B_KEY: "", C_KEY: "       a " }, " a ")).toBe(" a ");
	});

	test("the longest goes first, so that no end of it is left", () => {
		expect(scrubbed({ A_KEY: "abcdefgh", B_KEY: "abcdefgh-ijkl" }, "abcdefgh-ijkl abcdefgh-x")).toBe("[B_KEY] [A_KEY]-x");
	});

	test("are found without the line end that a file gave a variable", () => {
		expect(scrubbed({ A_KEY: "0123456789\n" }, '{"key": "0123456789"}')).toBe('{"key": "[A_KEY]"}');
	});

	test("may hold what means something in a pattern", () => {
		expect(scrubbed({ A_KEY: "a+b(c)$&.*" }, "a+b(c)$&.* aab(c)$&xx")).toBe("[A_KEY] aab(c)$&xx");
	});
});
