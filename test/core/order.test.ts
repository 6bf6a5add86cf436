import { describe, expect, test } from "vitest";
import { by, byCodeUnit } from "../../src/core/order.ts";

describe("order", () => {
	test("is by UTF-16 code unit, whatever the locale says", () => {
		const names = ["ö", "a", "Z", "z", "\u{1f600}", "\ufb33", "a-b", "a/b", ""];
		expect(names.toSorted(byCodeUnit)).toEqual(["", "Z", "a", "a-b", "a/b", "z", "ö", "\u{1f600}", "\ufb33"]);
	});

	test("equal keys are equal, so that a stable sort keeps them as they came", () => {
		expect(byCodeUnit("a", "a")).toBe(0);
		const rows = [
			{ id: "b", at: 0 },
			{ id: "a", at: 1 },
			{ id: "b", at: 2 },
			{ id: "a", at: 3 },
		];
		expect(rows.toSorted(by(({ id }) => id)).map(({ at }) => at)).toEqual([1, 3, 0, 2]);
	});
});
