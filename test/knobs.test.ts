import { describe, expect, test } from "vitest";
import { CASE_ROWS } from "./knobs/case-rows.ts";
import { LIBRARY_ROWS } from "./knobs/library-rows.ts";
import { SURFACES } from "./knobs/surfaces.ts";
import { KNOBS, TO_COME } from "./knobs/table.ts";

const ROWS = [...CASE_ROWS, ...LIBRARY_ROWS];

describe("a knob that is set is seen from outside", () => {
	test.each(ROWS)("$knob", async ({ left, set }) => {
		expect(await left.seen()).toEqual(left.as);
		expect(await set.seen()).toEqual(set.as);
		expect(set.as).not.toEqual(left.as);
	});
});

test.each(Object.entries(SURFACES))("every %s is a knob that has a row", (_, { found, knobs }) => {
	const rows = new Set(ROWS.map(({ knob }) => knob));

	expect(Object.keys(knobs).sort()).toEqual([...found].sort());
	expect(Object.values(knobs).filter((knob) => !rows.has(knob))).toEqual([]);
});

test("every knob has one row, or is known to come later", () => {
	expect([...ROWS.map(({ knob }) => knob), ...TO_COME].sort()).toEqual([...KNOBS].sort());
});
