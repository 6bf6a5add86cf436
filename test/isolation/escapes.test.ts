import { describe, test } from "vitest";
import { ESCAPES, tryEscape } from "./escape/escapes.ts";

const user = process.getuid?.() === 0 ? "root" : "an ordinary user";

describe(`a command of a trial, where the harness is ${user}`, () => {
	test.each(Object.keys(ESCAPES))("%s", tryEscape);
});
