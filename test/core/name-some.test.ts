import { expect, test } from "vitest";
import { nameSome } from "../../src/core/name-some.ts";

test("a list names the first few and says how many more there are", () => {
	expect(nameSome(["a", "b"], 2)).toBe("a, b");
	expect(nameSome(["a", "b", "c"], 2)).toBe("a, b and 1 more");
	expect(nameSome(["a", "b", "c", "d", "e", "f"])).toBe("a, b, c, d, e and 1 more");
});
