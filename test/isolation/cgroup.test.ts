import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { describe, expect, test } from "vitest";
import { makeCgroup } from "../../src/isolation/cgroup.ts";
import { findLayout } from "../../src/isolation/cgroup-layout.ts";
import { DEFAULT_LIMITS } from "../../src/isolation/limits.ts";

/** Root in a container may have none either: then rlimits do, as for anyone. */
if (findLayout() !== null)
	describe("where groups can be made", () => {
		test("one is made with a door for each resource, and is gone when it was removed", () => {
			const group = makeCgroup(DEFAULT_LIMITS);
			expect(group?.doors.map((door) => existsSync(door)).every(Boolean)).toBe(true);
			expect(group?.remove()).toBe(true);
			expect(group?.doors.map((door) => existsSync(dirname(door))).some(Boolean)).toBe(false);
			expect(group?.remove()).toBe(true);
		});

		test("one that cannot be bounded is not made: rlimits do then", () => {
			expect(makeCgroup({ ...DEFAULT_LIMITS, processes: -7 })).toBe(null);
		});
	});
