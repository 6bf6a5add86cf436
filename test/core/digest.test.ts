import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { digest, sha256 } from "../../src/core/digest.ts";

describe("digests", () => {
	test("SHA-256 of a text is that of its UTF-8 bytes", () => {
		expect(sha256("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
		expect(sha256("é")).toBe(sha256(Uint8Array.of(0xc3, 0xa9)));
	});

	test("a value's digest is over its canonical text, so the order of keys is not in it", () => {
		const expected = createHash("sha256").update('{"a":[1,null],"b":"é"}').digest("hex");
		expect(digest({ b: "é", a: [1, null] })).toBe(expected);
		expect(digest({ a: [1, null], b: "é" })).toBe(expected);
	});
});
