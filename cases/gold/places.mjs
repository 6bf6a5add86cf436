import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export const CASES = fileURLToPath(new URL("../", import.meta.url));
export const FIXTURES = fileURLToPath(new URL("../../fixtures/", import.meta.url));

export function readFixture(path) {
	return readFileSync(`${FIXTURES}${path}`, "utf8");
}

/** The first group of the only match of a pattern in a fixture's file: what was written by hand is read, not repeated. */
export function find(path, pattern) {
	const matches = [...readFixture(path).matchAll(new RegExp(pattern, "gm"))];
	if (matches.length !== 1) throw new Error(`fixtures/${path}: ${matches.length} matches of ${pattern}, not one`);
	return matches[0][1];
}
