import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { secretsOf } from "../../src/app/secrets.ts";
import type { Arm } from "../../src/case/case.ts";
import { byteScrub, scrubber, scrubStream } from "../../src/core/scrub.ts";

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

	const awkward = 'p"w\\é/+\n?&😀';

	test.each([
		["in JSON", JSON.stringify(awkward).slice(1, -1)],
		["in JSON within JSON", JSON.stringify(JSON.stringify(awkward)).slice(3, -3)],
		["in JSON of ASCII", 'p\\"w\\\\\\u00e9/+\\n?&\\ud83d\\ude00'],
		["in JSON of ASCII within JSON", 'p\\\\\\"w\\\\\\\\\\\\u00e9/+\\\\n?&\\\\ud83d\\\\ude00'],
		["in a URL", encodeURIComponent(awkward)],
		["in base64", Buffer.from(awkward).toString("base64")],
		["in base64 without its padding", Buffer.from(awkward).toString("base64").replace(/=+$/, "")],
		["in base64 for URLs", Buffer.from(awkward).toString("base64url")],
		["in base64 with the line end of echo", Buffer.from(`${awkward}\n`).toString("base64")],
	])("are found %s", (_, spelling) => {
		expect(scrubbed({ A_KEY: awkward }, `<${spelling}>`)).toBe("<[A_KEY]>");
	});

	test("of many lines are found with real line ends where the variable says \\n", () => {
		expect(scrubbed({ A_KEY: "--BEGIN--\\nabc\\n--END--" }, "<--BEGIN--\nabc\n--END-->")).toBe("<[A_KEY]>");
		expect(scrubbed({ A_KEY: 'no "JSON\\n' }, 'no "JSON\n no "JSON\\n')).toBe('no "JSON\n [A_KEY]');
	});

	test("that are numbers are found as JSON writes the number", () => {
		const read = JSON.stringify(JSON.parse("12345678901234567890"));
		expect(scrubbed({ A_KEY: "12345678901234567890", B_KEY: "1234567.50" }, `${read} 1234567.5 1e999999`)).toBe("[A_KEY] [B_KEY] 1e999999");
		expect(scrubbed({ A_KEY: "1000000000000000000000000", B_KEY: "1e999999" }, "1e+24 null 1e999999")).toBe("1e+24 null [B_KEY]");
	});

	test("with a half of a character or nothing to escape are looked for once a spelling", () => {
		const finds = secretsOf({ A_KEY: "abcdefghi", B_KEY: "\ud800abcdefgh" }, []).map(({ find }) => find);
		expect(finds.filter((find) => find === "abcdefghi")).toHaveLength(1);
		expect(new Set(finds).size).toBe(finds.length);
	});

	test("are found in every spelling though text and bytes come in pieces", () => {
		const secrets = secretsOf({ A_KEY: awkward, B_KEY: "12345678" }, []);
		const piece = fc.oneof(fc.constantFrom(...secrets.map(({ find }) => find)), fc.string({ maxLength: 3 }));
		fc.assert(
			fc.property(fc.array(piece, { maxLength: 6 }), fc.array(fc.nat(40), { maxLength: 40 }), (pieces, cuts) => {
				const text = pieces.join("");
				const whole = scrubber(secrets)(text);
				const stream = scrubStream(secrets);
				expect(
					cutAt([...text], cuts)
						.map((part) => stream.push(part.join("")))
						.join("") + stream.end(),
				).toBe(whole);
				const bytes = byteScrub(secrets);
				const parts = cutAt([...Buffer.from(text)], cuts).map((part) => bytes.push(Uint8Array.from(part)));
				expect(Buffer.concat([...parts, bytes.end()]).toString()).toBe(Buffer.from(whole).toString());
			}),
		);
	});
});

/** A list in parts of these lengths, and the rest. */
function cutAt<T>(list: readonly T[], lengths: readonly number[]): readonly (readonly T[])[] {
	const ends = lengths.map((_, at) => lengths.slice(0, at + 1).reduce((sum, length) => sum + length, 0));
	return [0, ...ends].map((begin, at) => list.slice(begin, ends[at]));
}
